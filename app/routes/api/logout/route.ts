import type { ActionFunctionArgs } from '@remix-run/node'
import { endedSessionHeaders, sessionOf } from '~/auth/identity.server'
import { logOut } from '~/auth/sessions.server'

export async function action(args: ActionFunctionArgs) {
  const session = sessionOf(args)
  await logOut(args.context, session)
  return Response.json(
    { message: 'You have been successfully logged out.' },
    { headers: await endedSessionHeaders(args) },
  )
}
