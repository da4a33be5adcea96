import { findResource, removeResource } from '~/domain/resources/resources.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'

export const loader = recordLoader(
  ({ db, id }) => findResource(db, id),
  ({ title }) => ({ what: 'Resource', name: title, cancelTo: '/dashboard/resources' }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removeResource(db, tutor, id)
  return { to: '/dashboard/resources', title: 'Success', text: 'Resource deleted successfully' }
})

export { default, meta } from '~/ui/dialogs/delete-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
