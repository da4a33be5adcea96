import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { Conflict } from '~/domain/conflict.server'
import { pathId } from '~/domain/path-id'
import { changeResource, findResource, removeResource } from '~/domain/resources/resources.server'
import { resourceChange } from '~/domain/resources/schema'
import { changeTo } from '~/domain/rules'
import { readInput } from '~/http/api.server'
import { LONG_TEXT_LIMIT } from '~/http/body'
import { notFound, refusal } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  const resource = await findResource(context.db, pathId(params.id))
  if (!resource) throw notFound(request)
  if (request.method === 'DELETE') {
    await removeResource(context.db, user, resource.id)
    return new Response(null, { status: 204 })
  }
  const change = await readInput(request, changeTo(resource, resourceChange), LONG_TEXT_LIMIT)
  const changed = await changeResource(context.db, user, resource.id, change).catch((error: unknown) => {
    throw error instanceof Conflict ? refusal(request, 409, error) : error
  })
  if (!changed) throw notFound(request)
  return Response.json(changed)
}
