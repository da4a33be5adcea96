import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { Conflict } from '~/domain/conflict.server'
import { pathId } from '~/domain/path-id'
import { changePlan, findPlan, planInWords } from '~/domain/plans/plans.server'
import { planEdit } from '~/domain/plans/schema'
import { LONG_TEXT_LIMIT, readForm } from '~/http/body'
import { asksForPreview, check, conflicted, failed, previewed, refused } from '~/http/form.server'
import { notFound } from '~/http/refusal'
import { PlanForm } from '~/routes/parts/board/plan-form'
import { toPlans } from '~/routes/parts/board/to-plans.server'
import { Panel } from '~/ui/list-with-forms'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const found = await findPlan(args.context.db, pathId(args.params.id))
  if (!found) throw notFound(args.request)
  const { id: _, ...plan } = found
  return { plan }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const form = await readForm(request, LONG_TEXT_LIMIT)
  const submission = check(form, planEdit)
  if (asksForPreview(form)) return previewed(submission, form.get('content'))
  if (submission.status !== 'success') return refused(submission.reply())
  try {
    const plan = await changePlan(context.db, user, pathId(params.id), submission.value)
    if (!plan) throw notFound(request)
    return toPlans(context, 'Strategic plan updated successfully', plan)
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof Conflict) return conflicted(submission, error, submission.value, planInWords)
    return failed(submission, 'Failed to update strategic plan', error)
  }
}

export const meta = pageTitle('Edit Strategic Plan')

export default function EditPlan() {
  const { plan } = useLoaderData<typeof loader>()
  return (
    <Panel title="Edit Strategic Plan">
      <PlanForm plan={plan} answer={useActionData<typeof action>()} deed="Update Plan" doing="Updating..." />
    </Panel>
  )
}
