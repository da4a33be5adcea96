import { useActionData, useLoaderData } from '@remix-run/react'
import { changeOf } from '~/domain/change.server'
import { typedEasyRead } from '~/domain/easy-read.server'
import { changePlan, findPlan, planInWords } from '~/domain/plans/plans.server'
import { planEdit } from '~/domain/plans/schema'
import { toTyped } from '~/domain/rich-text.server'
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
  ({ db, id }) => findPlan(db, id),
  ({ id: _, content, ...plan }) => ({
    plan: { ...plan, content: toTyped(content), easyRead: typedEasyRead(plan) },
    preview: content,
  }),
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
