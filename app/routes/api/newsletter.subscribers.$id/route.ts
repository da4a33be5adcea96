import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { changeTo } from '~/domain/rules'
import { subscriberChange } from '~/domain/subscribers/schema'
import { findSubscriber, setActive } from '~/domain/subscribers/subscribers.server'
import { readInput } from '~/http/api.server'
import { notFound } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  const subscriber = await findSubscriber(context.db, pathId(params.id))
  if (!subscriber) throw notFound(request)
  const { active } = await readInput(request, changeTo(subscriber, subscriberChange))
  return Response.json(await setActive(context.db, user, subscriber.id, active))
}
