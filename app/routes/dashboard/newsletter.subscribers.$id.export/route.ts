import { parsePathId } from '~/domain/path-id'
import { exportSubscriber } from '~/domain/subscribers/subscribers.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor' })

/** Exports what we hold about a subscriber as JSON, to pass on to them. */
export const loader = createPageLoader(async (args) => {
  const { id: userId } = args.tutor
  const { db, network, securityLog } = args.context
  const id = parsePathId(args.params.id)
  const subscriberData = await exportSubscriber(db, args.tutor, id)
  securityLog.record('data of a subscriber exported', { network, userId, recordId: id })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Disposition': `attachment; filename="subscriber-${id}.json"`,
  }
  return new Response(`${JSON.stringify(subscriberData, null, 2)}\n`, { headers })
})
