import type { ActionFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { changePlan, removePlan } from '~/domain/plans/plans.server'
import { readChange } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const user = tutorOf(args)
  const id = pathId(params.id)
  if (request.method === 'DELETE') {
    await removePlan(context.db, user, id)
    return new Response(null, { status: 204 })
  }
  return Response.json(await changePlan(context.db, user, id, await readChange(request, id)))
}
