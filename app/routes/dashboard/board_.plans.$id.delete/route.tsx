import { findPlan, removePlan } from '~/domain/plans/plans.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Strategic Plan',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findPlan(db, tutor, id),
  ({ title }) => ({ what: 'Strategic Plan', name: title, cancelTo: paths.dashboard.board.plans.list }),
)
export const action = createConfirmAction(async ({ db, tutor, id }) => {
  await removePlan(db, tutor, id)
  return { to: paths.dashboard.board.plans.list, title: 'Success', text: 'Strategic plan deleted successfully' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
