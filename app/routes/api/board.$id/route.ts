import type { ActionFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { changeMember, removeMember } from '~/domain/board/board.server'
import { pathId } from '~/domain/path-id'
import { readChange } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const user = tutorOf(args)
  const id = pathId(params.id)
  if (request.method === 'DELETE') {
    await removeMember(context.db, context.uploads, user, id)
    return new Response(null, { status: 204 })
  }
  return Response.json(await changeMember(context.db, context.uploads, user, id, await readChange(request, id)))
}
