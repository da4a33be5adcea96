import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { listSubscribers } from '~/domain/subscribers/subscribers.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return Response.json(await listSubscribers(args.context.db))
}
