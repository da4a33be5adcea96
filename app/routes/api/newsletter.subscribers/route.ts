import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { listSubscribers } from '~/domain/subscribers/subscribers.server'
import { methods } from '~/http/api.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return Response.json(await listSubscribers(args.context.db))
}

export const action = methods('GET')
