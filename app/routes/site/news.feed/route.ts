import type { LoaderFunctionArgs } from '@remix-run/node'
import { atomFeed } from '~/domain/newsletters/atom'
import { pageOfPublished } from '~/domain/newsletters/newsletters.server'
import { textAnswer } from '~/http/answers/file-answer.server'
import { methods } from '~/http/errors/refusal'
import { originOf } from '~/http/gate/origin'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** Only the newest newsletters: feed readers poll often, and keep what they had. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const { items } = await pageOfPublished(db, 1)
  const feed = atomFeed(items, {
    origin: originOf(request, settings),
    name: `${settings.centre.shortName} News`,
  })
  return textAnswer(request, feed, { 'Content-Type': 'application/atom+xml; charset=utf-8' })
}

export const action = methods('GET')
