import type { ActionFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { changeSubscriber } from '~/domain/subscribers/subscribers.server'
import { readChange } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const user = tutorOf(args)
  const id = pathId(params.id)
  return Response.json(await changeSubscriber(context.db, user, id, await readChange(request, id)))
}
