import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { addPlan } from '~/domain/plans/plans.server'
import { planForm } from '~/domain/plans/schema'
import { defaultEnd, defaultStart } from '~/domain/plans/years'
import { readForm } from '~/http/body'
import { asksForPreview, check, previewed, saving } from '~/http/form.server'
import { PlanForm } from '~/routes/parts/board/plan-form'
import { toPlans } from '~/routes/parts/board/to-plans.server'
import { Panel } from '~/ui/list-with-forms'
import { pageTitle } from '~/ui/page-title'

export async function loader() {
  return { isActive: true, startYear: defaultStart(), endYear: defaultEnd() }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const form = await readForm(args.request)
  const submission = check(form, planForm)
  if (asksForPreview(form)) return previewed(submission, form.get('content'))
  return saving(submission, async (plan) =>
    toPlans(args.context, 'Strategic plan created successfully', await addPlan(args.context.db, user, plan)),
  )
}

export const meta = pageTitle('Add Strategic Plan')
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function NewPlan() {
  return (
    <Panel title="Add Strategic Plan">
      <PlanForm
        proposed={useLoaderData<typeof loader>()}
        answer={useActionData<typeof action>()}
        deed="Create Plan"
        doing="Creating..."
      />
    </Panel>
  )
}
