import { useLoaderData } from '@remix-run/react'
import { findMember, removeMember } from '~/domain/board/board.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, id }) => findMember(db, id),
  ({ name }) => ({ name }),
)
export const action = confirmAction(async ({ db, uploads, tutor, id }) => {
  await removeMember(db, uploads, tutor, id)
  return { to: '/dashboard/board', title: 'Success', text: 'Board member deleted successfully' }
})

export const meta = pageTitle<typeof loader>('Delete Board Member', { of: ({ name }) => name })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteMember() {
  const { name } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Board Member" name={name} cancelTo="/dashboard/board" />
}
