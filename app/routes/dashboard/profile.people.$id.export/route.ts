import { createReadableStreamFromReadable } from '@remix-run/node'
import { exportPerson } from '~/domain/accounts/personal-data.server'
import { parsePathId } from '~/domain/path-id'
import { createPageLoader } from '~/http/forms/pages.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor' })

/** Streams a person's data as a zip. */
export const loader = createPageLoader(async (args) => {
  const user = args.tutor
  const { db, uploads, network, securityLog } = args.context
  const id = parsePathId(args.params.id)
  const zip = await exportPerson(db, uploads, user, id)
  securityLog.record('data of a person exported', { network, userId: user.id, recordId: id })
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="person-${id}.zip"`,
  }
  return new Response(createReadableStreamFromReadable(zip), { headers })
})
