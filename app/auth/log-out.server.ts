import type { AppLoadContext } from '@remix-run/node'
import { logSecurity } from '~/http/errors/security-log.server'
import { endSession, type Session } from './sessions.server'

/** Ends the request's session. The device stays known. */
export async function logOut({ db, network }: AppLoadContext, session: Session): Promise<void> {
  await endSession(db, session.id)
  logSecurity('log-out', { network, userId: session.user.id })
}
