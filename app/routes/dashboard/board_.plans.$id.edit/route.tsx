import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { changePlan, describePlan, findTypedPlan } from '~/domain/plans/plans.server'
import { planEdit } from '~/domain/plans/schema'
import { renderMarkdown } from '~/domain/rich-text.server'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { PlanForm } from '~/routes/parts/board/board-forms'
import { createPlanSaveResult } from '~/routes/parts/board/save-results.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Strategic Plan',
  detail: ({ plan }) => plan.title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findTypedPlan(db, tutor, id),
  ({ id: _, ...plan }) => ({ plan, preview: renderMarkdown(plan.content) }),
)
export const action = createFormAction(
  planEdit,
  async (plan, { db, tutor, id }) =>
    createPlanSaveResult('Strategic plan updated successfully', await changePlan(db, tutor, id, toChange(plan))),
  { descriptions: describePlan },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditPlan() {
  const { plan, preview } = useLoaderData<typeof loader>()
  return <PlanForm plan={plan} preview={preview} answer={useActionData<typeof action>()} />
}
