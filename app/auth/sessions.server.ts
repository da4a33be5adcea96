import type { AppLoadContext } from '@remix-run/node'
import { sql } from 'kysely'
import { type Account, accountColumns } from '~/domain/accounts/account'
import { createSecret, hashSecret } from '~/domain/secret.server'
import { writeInBackground } from '~/domain/storage.server'
import { logSecurity } from '~/security-log.server'
import { forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A session's last use is stored at most this often, so that reading pages does not write to the disk each time. */
const TOUCH_AFTER = 5 * 60_000

/** How many sessions of one person are stored, those that are over too: the tablets of a centre share a student's card. */
export const MAX_STORED_SESSIONS = 100

/** The two secrets of a new session. Neither can be derived from the other or from the database. */
export interface SessionSecrets {
  cookie: string
  token: string
}
export interface Session {
  id: number
  user: Account
}

/** Starts a session for an account: of 30 days with `remember`, else of 12 hours. One by a card or a code for a day ends when that does, at `cardEndsAt`. */
export async function startSession(
  db: Database,
  userId: number,
  remember: boolean,
  { cardEndsAt }: { cardEndsAt?: string } = {},
): Promise<SessionSecrets> {
  const secrets = { cookie: createSecret(), token: createSecret() }
  const now = new Date()
  const expiresAt = new Date(now.getTime() + (remember ? 30 * DAY : 12 * HOUR)).toISOString()
  const session = {
    userId,
    cookieHash: hashSecret(secrets.cookie),
    tokenHash: hashSecret(secrets.token),
    remember: remember ? 1 : 0,
    byCard: cardEndsAt ? 1 : 0,
    createdAt: now.toISOString(),
    lastUsedAt: now.toISOString(),
    expiresAt: cardEndsAt && cardEndsAt < expiresAt ? cardEndsAt : expiresAt,
  } as const
  await db.insertInto('sessions').values(session).execute()
  await endSessionsBeyond(db, userId)
  return secrets
}

/** Forgets a person's sessions beyond the most: those that have ended first, then those not used for longest. */
async function endSessionsBeyond(db: Database, userId: number): Promise<void> {
  const own = db.selectFrom('sessions').select('id').where('userId', '=', userId)
  const byUse = own.orderBy(sql`endedAt is null`, 'desc').orderBy('lastUsedAt', 'desc').orderBy('id', 'desc')
  const beyond = await byUse.offset(MAX_STORED_SESSIONS).limit(MAX_STORED_SESSIONS).execute()
  if (beyond.length === 0) return
  const ids = beyond.map(({ id }) => id)
  await db.deleteFrom('sessions').where('id', 'in', ids).execute()
}

/** The live session of a secret, or null: unknown, expired, ended, or its account closed. */
export async function findSession(db: Database, kind: keyof SessionSecrets, value: string): Promise<Session | null> {
  const now = Date.now()
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([...accountColumns, 'sessions.id as sessionId', 'sessions.lastUsedAt', 'sessions.expiresAt'])
    .where(kind === 'cookie' ? 'sessions.cookieHash' : 'sessions.tokenHash', '=', hashSecret(value))
    .where('sessions.endedAt', 'is', null)
    .where('users.closedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { sessionId, lastUsedAt, expiresAt, ...user } = row
  if (Date.parse(expiresAt) <= now) return null
  if (now - Date.parse(lastUsedAt) > TOUCH_AFTER) await touch(db, sessionId, new Date(now))
  return { id: sessionId, user }
}

/** The sessions whose last use is being written: where that takes long, once is enough. */
const touching = new Set<number>()

async function touch(db: Database, id: number, now: Date): Promise<void> {
  if (touching.has(id)) return
  touching.add(id)
  const session = forBookkeeping(db).updateTable('sessions').set({ lastUsedAt: now.toISOString() }).where('id', '=', id)
  const write = session.execute().finally(() => touching.delete(id))
  await writeInBackground('the last use of a session', write)
}

/** Whose session it was, and when it was ended; null for one that expired. */
export interface FormerSession {
  userId: number
  endedAt: string | null
}

/** The session that `cookie` belonged to, even if it is over; null without one or when the account is closed. */
export async function findFormerSession(db: Database, cookie: string): Promise<FormerSession | null> {
  const sessions = db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.userId')
  const its = sessions.select(['userId', 'endedAt']).where('sessions.cookieHash', '=', hashSecret(cookie))
  return (await its.where('users.closedAt', 'is', null).executeTakeFirst()) ?? null
}

/** Ends a session: its cookie and its token stop working. */
export async function endSession(db: Database, id: number): Promise<void> {
  await db.updateTable('sessions').set({ endedAt: new Date().toISOString() }).where('id', '=', id).execute()
}

/** Ends the request's session. The device stays known. */
export async function logOut({ db, network }: AppLoadContext, session: Session): Promise<void> {
  await endSession(db, session.id)
  logSecurity('log-out', { network, userId: session.user.id })
}
