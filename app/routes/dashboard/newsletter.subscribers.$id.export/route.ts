import type { LoaderFunctionArgs } from '@remix-run/node'
import { getTutor } from '~/auth/identity.server'
import { parsePathId } from '~/domain/path-id'
import { exportSubscriber } from '~/domain/subscribers/subscribers.server'
import { defineScreen } from '~/screen'
import { logSecurity } from '~/security-log.server'

export const handle = defineScreen({ access: 'tutor' })

/** Exports what we hold about a subscriber as JSON, to pass on to them. */
export async function loader(args: LoaderFunctionArgs) {
  const { id: userId } = getTutor(args)
  const { db, network } = args.context
  const id = parsePathId(args.params.id)
  const subscriberData = await exportSubscriber(db, getTutor(args), id)
  logSecurity('data of a subscriber exported', { network, userId, recordId: id })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Disposition': `attachment; filename="subscriber-${id}.json"`,
  }
  return new Response(`${JSON.stringify(subscriberData, null, 2)}\n`, { headers })
}
