import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { exportPerson } from '~/domain/accounts/data.server'
import { pathId } from '~/http/path-id'
import { notFound } from '~/http/refusal'

/** One person's data as a zip, made while it is sent. */
export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const id = pathId(args.params.id)
  const zip = await exportPerson(args.context.db, args.context.uploads, id)
  if (!zip) throw notFound(args.request)
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="person-${id}.zip"`,
  }
  return new Response(createReadableStreamFromReadable(zip), { headers })
}
