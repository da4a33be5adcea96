import { findMember, removeMember } from '~/domain/board/board.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Board Member',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findMember(db, tutor, id),
  ({ name }) => ({ what: 'Board Member', name, cancelTo: paths.dashboard.board.list }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id }) => {
  await removeMember(db, uploads, tutor, id)
  return { to: paths.dashboard.board.list, title: 'Success', text: 'Board member deleted successfully' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
