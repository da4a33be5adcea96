import { findNotice, removeNotice } from '~/domain/notices/notices.server'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Notice',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findNotice(db, tutor, id),
  ({ title }) => ({ what: 'Notice', name: title, cancelTo: paths.dashboard.notices.list }),
)
export const action = createConfirmAction(async ({ db, tutor, id }) => {
  await removeNotice(db, tutor, id)
  return createSaveResult('notice', 'deleted', paths.dashboard.notices.list)
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
