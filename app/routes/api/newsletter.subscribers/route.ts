import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { subscribersInParts } from '~/domain/subscribers/subscribers.server'
import { jsonList } from '~/http/json-list.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return jsonList(await subscribersInParts(args.context.db))
}
