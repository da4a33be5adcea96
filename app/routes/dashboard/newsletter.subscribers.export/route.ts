import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { exportSubscribers } from '~/domain/subscribers/export.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor' })

/** The whole list as a file named by date. Like the whole dashboard, it is never cached. */
export const loader = createPageLoader(async (args) => {
  const user = args.tutor
  const day = new Date().toISOString().slice(0, 10)
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="subscribers-${day}.csv"`,
  }
  const list = Readable.from(await exportSubscribers(args.context.db, user))
  args.context.securityLog.record('list of subscribers exported', { network: args.context.network, userId: user.id })
  return new Response(createReadableStreamFromReadable(list), { headers })
})
