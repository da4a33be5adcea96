import type { ActionFunctionArgs } from '@remix-run/node'
import { endedSessionHeaders, requireSession } from '~/auth/identity.server'
import { endSession } from '~/auth/sessions.server'

export async function action(args: ActionFunctionArgs) {
  const session = await requireSession(args)
  await endSession(args.context.db, session.id)
  return Response.json(
    { message: 'You have been successfully logged out.' },
    { headers: await endedSessionHeaders(args.context) },
  )
}
