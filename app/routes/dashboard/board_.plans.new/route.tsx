import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { addPlan } from '~/domain/plans/plans.server'
import { planForm } from '~/domain/plans/schema'
import { defaultEnd, defaultStart } from '~/domain/plans/years'
import { readForm } from '~/http/forms/body'
import { asksForPreview, check, previewed, saving } from '~/http/forms/form.server'
import { PlanForm } from '~/routes/parts/board/plan-form'
import { toPlans } from '~/routes/parts/board/to-plans.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Panel } from '~/ui/lists/list-with-forms'

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
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewPlan() {
  return (
    <Panel title="Add Strategic Plan">
      <PlanForm
        proposed={useLoaderData<typeof loader>()}
        answer={useActionData<typeof action>()}
        submitLabel="Create Plan"
        pendingLabel="Creating..."
      />
    </Panel>
  )
}
