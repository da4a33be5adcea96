import { useLoaderData } from '@remix-run/react'
import { findResource, removeResource } from '~/domain/resources/resources.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, id }) => findResource(db, id),
  ({ title }) => ({ title }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removeResource(db, tutor, id)
  return { to: '/dashboard/resources', title: 'Success', text: 'Resource deleted successfully' }
})

export const meta = pageTitle<typeof loader>('Delete Resource', { of: ({ title }) => title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteResource() {
  const { title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Resource" name={title} cancelTo="/dashboard/resources" />
}
