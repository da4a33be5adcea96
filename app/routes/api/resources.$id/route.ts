import type { ActionFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { changeResource, removeResource } from '~/domain/resources/resources.server'
import { readChange } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const user = tutorOf(args)
  const id = pathId(params.id)
  if (request.method === 'DELETE') {
    await removeResource(context.db, user, id)
    return new Response(null, { status: 204 })
  }
  return Response.json(await changeResource(context.db, user, id, await readChange(request, id)))
}
