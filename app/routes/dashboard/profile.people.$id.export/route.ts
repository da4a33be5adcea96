import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { exportPerson } from '~/domain/accounts/personal-data.server'
import { pathId } from '~/domain/path-id'
import { defineScreen } from '~/screen'
import { logSecurity } from '~/security-log.server'

export const handle = defineScreen({ access: 'tutor' })

/** A person's data as a streamed zip. */
export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const { db, uploads, network } = args.context
  const id = pathId(args.params.id)
  const zip = await exportPerson(db, uploads, user, id)
  logSecurity('data of a person exported', { network, userId: user.id, recordId: id })
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="person-${id}.zip"`,
  }
  return new Response(createReadableStreamFromReadable(zip), { headers })
}
