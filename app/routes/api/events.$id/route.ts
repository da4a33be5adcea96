import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { changeEvent, findEvent, removeEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { changeTo } from '~/domain/rules'
import { readInput } from '~/http/api.server'
import { pathId } from '~/http/path-id'
import { notFound } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  const event = await findEvent(context.db, pathId(params.id))
  if (!event) throw notFound(request)
  if (request.method === 'DELETE') {
    await removeEvent(context.db, user, event.id)
    return new Response(null, { status: 204 })
  }
  const changed = await changeEvent(context.db, user, event.id, await readInput(request, changeTo(event, newEvent)))
  if (!changed) throw notFound(request)
  return Response.json(changed)
}
