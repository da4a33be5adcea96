import { findMember, removeMember } from '~/domain/board/board.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'

export const loader = recordLoader(
  ({ db, id }) => findMember(db, id),
  ({ name }) => ({ what: 'Board Member', name, cancelTo: '/dashboard/board' }),
)
export const action = confirmAction(async ({ db, uploads, tutor, id }) => {
  await removeMember(db, uploads, tutor, id)
  return { to: '/dashboard/board', title: 'Success', text: 'Board member deleted successfully' }
})

export { default, meta } from '~/ui/dialogs/delete-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
