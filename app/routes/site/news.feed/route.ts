import type { LoaderFunctionArgs } from '@remix-run/node'
import { writeAtomFeed } from '~/domain/newsletters/atom'
import { paginatePublishedNewsletters } from '~/domain/newsletters/newsletters.server'
import { createTextResponse } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { getOrigin } from '~/http/middleware/canonical'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** The newest newsletters as an Atom feed. Older ones are left out, since feed readers poll often and store them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const { items } = await paginatePublishedNewsletters(db, 1)
  const feed = writeAtomFeed(items, {
    origin: getOrigin(request, settings),
    name: `${settings.centre.shortName} News`,
  })
  return createTextResponse(request, feed, { 'Content-Type': 'application/atom+xml; charset=utf-8' })
}

export const action = allowMethods('GET')
