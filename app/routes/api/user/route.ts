import type { LoaderFunctionArgs } from '@remix-run/node'
import { hasCredentials, requireUser } from '~/auth/identity.server'

/** Nobody is null, an ended session 401. */
export async function loader(args: LoaderFunctionArgs) {
  if (!(await hasCredentials(args))) return Response.json(null)
  const { user } = await requireUser(args)
  return Response.json(user)
}
