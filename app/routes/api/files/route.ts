import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { listFiles } from '~/domain/files/files.server'

/** Everybody's documents, for those who are no students. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireTutor(args)
  return Response.json(await listFiles(args.context.db, user))
}
