import { findPlan, removePlan } from '~/domain/plans/plans.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'

export const loader = recordLoader(
  ({ db, id }) => findPlan(db, id),
  ({ title }) => ({ what: 'Strategic Plan', name: title, cancelTo: '/dashboard/board/plans' }),
)
export const action = confirmAction(async ({ db, tutor, id }) => {
  await removePlan(db, tutor, id)
  return { to: '/dashboard/board/plans', title: 'Success', text: 'Strategic plan deleted successfully' }
})

export { default, meta } from '~/ui/dialogs/delete-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
