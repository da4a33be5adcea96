import { useLoaderData } from '@remix-run/react'
import { findNotice, removeNotice } from '~/domain/notices/notices.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, id }) => findNotice(db, id),
  (notice) => ({ notice }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removeNotice(db, tutor, id)
  return { to: '/dashboard/notices', title: 'Notice deleted', text: 'The notice has been deleted successfully.' }
})

export const meta = pageTitle<typeof loader>('Delete Notice', { of: ({ notice }) => notice.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteNotice() {
  const { notice } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Notice" name={notice.title} cancelTo="/dashboard/notices" />
}
