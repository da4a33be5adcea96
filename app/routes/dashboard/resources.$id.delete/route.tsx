import { findResource, removeResource } from '~/domain/resources/resources.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Resource',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findResource(db, tutor, id),
  ({ title }) => ({ what: 'Resource', name: title, cancelTo: paths.dashboard.resources.list }),
)
export const action = createConfirmAction(async ({ db, tutor, id }) => {
  await removeResource(db, tutor, id)
  return { to: paths.dashboard.resources.list, title: 'Success', text: 'Resource deleted successfully' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
