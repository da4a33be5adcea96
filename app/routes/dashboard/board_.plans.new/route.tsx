import { useActionData, useLoaderData } from '@remix-run/react'
import { getDefaultEndYear, getDefaultStartYear } from '~/domain/plans/plans'
import { addPlan } from '~/domain/plans/plans.server'
import { planForm } from '~/domain/plans/schema'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { PlanForm } from '~/routes/parts/board/board-forms'
import { createPlanSaveResult } from '~/routes/parts/board/save-results.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', body: 'text', title: 'Add Strategic Plan' })

export const loader = createPageLoader(async () => ({
  isActive: true,
  startYear: getDefaultStartYear(),
  endYear: getDefaultEndYear(),
}))
export const action = createFormAction(planForm, async (plan, { db, tutor }) =>
  createPlanSaveResult('Strategic plan created successfully', await addPlan(db, tutor, plan)),
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewPlanPage() {
  return <PlanForm proposed={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
