import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { pathId } from '~/domain/path-id'
import { changePlan, findPlan, planInWords } from '~/domain/plans/plans.server'
import { planEdit } from '~/domain/plans/schema'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { asksForPreview, check, previewed, saving } from '~/http/forms/form.server'
import { PlanForm } from '~/routes/parts/board/plan-form'
import { toPlans } from '~/routes/parts/board/to-plans.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Panel } from '~/ui/lists/list-with-forms'

export async function loader(args: LoaderFunctionArgs) {
  const { id: _, ...plan } = orNotFound(await findPlan(args.context.db, pathId(args.params.id)))
  return { plan }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const form = await readForm(request)
  const submission = check(form, planEdit)
  if (asksForPreview(form)) return previewed(submission, form.get('content'))
  return saving(
    submission,
    async (plan) =>
      toPlans(
        context,
        'Strategic plan updated successfully',
        await changePlan(context.db, user, pathId(params.id), changeOf(plan)),
      ),
    { inWords: planInWords },
  )
}

export const meta = pageTitle<typeof loader>('Edit Strategic Plan', { of: ({ plan }) => plan.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditPlan() {
  const { plan } = useLoaderData<typeof loader>()
  return (
    <Panel title="Edit Strategic Plan">
      <PlanForm
        plan={plan}
        answer={useActionData<typeof action>()}
        submitLabel="Update Plan"
        pendingLabel="Updating..."
      />
    </Panel>
  )
}
