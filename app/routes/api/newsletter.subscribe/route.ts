import type { ActionFunctionArgs } from '@remix-run/node'
import { newSubscriber } from '~/domain/subscribers/schema'
import { signUp } from '~/domain/subscribers/subscribers.server'
import { readInput } from '~/http/api.server'

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  await signUp(context.db, await readInput(request, newSubscriber))
  return Response.json({ message: 'Thank you for subscribing to our newsletter!' }, { status: 201 })
}
