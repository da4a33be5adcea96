import type { LoaderFunctionArgs } from '@remix-run/node'
import { hasCredentials, requireUser } from '~/auth/identity.server'

/** The account of the session: null without credentials, 401 for an ended session. */
export async function loader(args: LoaderFunctionArgs) {
  if (!(await hasCredentials(args))) return Response.json(null)
  const { user } = await requireUser(args)
  return Response.json(user)
}
