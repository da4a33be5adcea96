import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { partIn } from '~/domain/part.server'
import { addPlan, listPlans } from '~/domain/plans/plans.server'
import { newPlan } from '~/domain/plans/schema'
import { readInput } from '~/http/api.server'
import { answerPart } from '~/http/part-answer.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerPart(args.request, async (asked) => partIn(await listPlans(args.context.db), asked))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const plan = await addPlan(args.context.db, user, await readInput(args.request, newPlan))
  return Response.json(plan, { status: 201 })
}
