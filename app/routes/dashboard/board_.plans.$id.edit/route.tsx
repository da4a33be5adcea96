import { useActionData, useLoaderData } from '@remix-run/react'
import { changeOf } from '~/domain/change.server'
import { changePlan, findTypedPlan, planInWords } from '~/domain/plans/plans.server'
import { planEdit } from '~/domain/plans/schema'
import { renderMarkdown } from '~/domain/rich-text.server'
import { formAction, recordLoader } from '~/http/forms/pages.server'
import { PlanForm } from '~/routes/parts/board/plan-form'
import { toPlans } from '~/routes/parts/board/saved.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Strategic Plan',
  detail: ({ plan }) => plan.title,
})

export const loader = recordLoader(
  ({ db, id }) => findTypedPlan(db, id),
  ({ id: _, ...plan }) => ({ plan, preview: renderMarkdown(plan.content) }),
)
export const action = formAction(
  planEdit,
  async (plan, { db, tutor, id }) =>
    toPlans('Strategic plan updated successfully', await changePlan(db, tutor, id, changeOf(plan))),
  { inWords: planInWords },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditPlan() {
  const { plan, preview } = useLoaderData<typeof loader>()
  return <PlanForm plan={plan} preview={preview} answer={useActionData<typeof action>()} />
}
