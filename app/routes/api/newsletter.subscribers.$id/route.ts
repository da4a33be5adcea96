import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { subscriberChange } from '~/domain/subscribers/schema'
import { findSubscriber, setActive } from '~/domain/subscribers/subscribers.server'
import { methods, readInput } from '~/http/api.server'
import { pathId } from '~/http/path-id'
import { notFound } from '~/http/refusal'

export const loader = methods('PATCH')

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  methods('PATCH')(args)
  const subscriber = await findSubscriber(context.db, pathId(params.id))
  if (!subscriber) throw notFound(request)
  const { active } = await readInput(request, subscriberChange(subscriber))
  return Response.json(await setActive(context.db, user, subscriber.id, active))
}
