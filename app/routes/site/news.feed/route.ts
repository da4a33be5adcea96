import type { LoaderFunctionArgs } from '@remix-run/node'
import { atomFeed } from '~/domain/newsletters/atom'
import { listPublished } from '~/domain/newsletters/newsletters.server'
import { methods } from '~/http/api.server'
import { originOf } from '~/http/origin'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const feed = atomFeed(await listPublished(db), {
    origin: originOf(request, settings),
    name: `${settings.centre.shortName} News`,
  })
  return new Response(feed, { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' } })
}

export const action = methods('GET')
