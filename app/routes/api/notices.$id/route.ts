import type { ActionFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { changeNotice, removeNotice } from '~/domain/notices/notices.server'
import { pathId } from '~/domain/path-id'
import { readChange } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const user = tutorOf(args)
  const id = pathId(params.id)
  if (request.method === 'DELETE') {
    await removeNotice(context.db, user, id)
    return new Response(null, { status: 204 })
  }
  return Response.json(await changeNotice(context.db, user, id, await readChange(request, id)))
}
