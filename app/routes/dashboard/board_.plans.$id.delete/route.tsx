import { useLoaderData } from '@remix-run/react'
import { findPlan, removePlan } from '~/domain/plans/plans.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, id }) => findPlan(db, id),
  ({ title }) => ({ title }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removePlan(db, tutor, id)
  return { to: '/dashboard/board/plans', title: 'Success', text: 'Strategic plan deleted successfully' }
})

export const meta = pageTitle<typeof loader>('Delete Strategic Plan', { of: ({ title }) => title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeletePlan() {
  const { title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Strategic Plan" name={title} cancelTo="/dashboard/board/plans" />
}
