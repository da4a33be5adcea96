import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { cursorPageIn } from '~/domain/cursor-page.server'
import { addPlan, listPlans } from '~/domain/plans/plans.server'
import { newPlan } from '~/domain/plans/schema'
import { answerCursorPage } from '~/http/answers/cursor-page.server'
import { readInput } from '~/http/contract/api.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerCursorPage(args.request, async (asked) => cursorPageIn(await listPlans(args.context.db), asked))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const plan = await addPlan(args.context.db, user, await readInput(args.request, newPlan))
  return Response.json(plan, { status: 201 })
}
