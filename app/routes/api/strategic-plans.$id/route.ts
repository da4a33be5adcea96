import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { Conflict } from '~/domain/conflict.server'
import { pathId } from '~/domain/path-id'
import { changePlan, findPlan, removePlan } from '~/domain/plans/plans.server'
import { planChange } from '~/domain/plans/schema'
import { changeTo } from '~/domain/rules'
import { readInput } from '~/http/api.server'
import { LONG_TEXT_LIMIT } from '~/http/body'
import { notFound, refusal } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  const plan = await findPlan(context.db, pathId(params.id))
  if (!plan) throw notFound(request)
  if (request.method === 'DELETE') {
    await removePlan(context.db, user, plan.id)
    return new Response(null, { status: 204 })
  }
  const change = await readInput(request, changeTo(plan, planChange), LONG_TEXT_LIMIT)
  const changed = await changePlan(context.db, user, plan.id, change).catch((error: unknown) => {
    throw error instanceof Conflict ? refusal(request, 409, error) : error
  })
  if (!changed) throw notFound(request)
  return Response.json(changed)
}
