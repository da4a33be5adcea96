import { findNotice, removeNotice } from '~/domain/notices/notices.server'
import { confirmAction, recordDone, recordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Notice',
  detail: ({ name }) => name,
})

export const loader = recordLoader(
  ({ db, id }) => findNotice(db, id),
  ({ title }) => ({ what: 'Notice', name: title, cancelTo: paths.dashboard.notices.list }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removeNotice(db, tutor, id)
  return recordDone('notice', 'deleted', paths.dashboard.notices.list)
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/delete-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
