import type { AppLoadContext } from '@remix-run/node'
import { sql } from 'kysely'
import { type Account, accountColumns } from '~/domain/accounts/account'
import { writeInBackground } from '~/domain/storage.server'
import { createSecret, hashSecret } from '~/signing.server'
import { compileRead, forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A session's last use is stored at most this often, so that reading a page rarely writes to the disk. */
const TOUCH_AFTER = 5 * 60_000

/** Stored sessions of one person, ended ones included. A centre's tablets may share a student's card. */
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

/** Starts a session of 30 days with `remember`, else of 12 hours. A session by a card or a code for a day ends by `cardEndsAt`. */
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
  await deleteSurplusSessions(db, userId)
  return secrets
}

/** Deletes a person's sessions beyond the maximum: first ended ones, then the least recently used. */
async function deleteSurplusSessions(db: Database, userId: number): Promise<void> {
  const own = db.selectFrom('sessions').select('id').where('userId', '=', userId)
  const byLastUse = own.orderBy(sql`endedAt is null`, 'desc').orderBy('lastUsedAt', 'desc').orderBy('id', 'desc')
  const surplus = await byLastUse.offset(MAX_STORED_SESSIONS).limit(MAX_STORED_SESSIONS).execute()
  if (surplus.length === 0) return
  const ids = surplus.map(({ id }) => id)
  await db.deleteFrom('sessions').where('id', 'in', ids).execute()
}

const compileSessionRead = (column: 'cookieHash' | 'tokenHash') =>
  compileRead((db, hash: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select([...accountColumns, 'sessions.id as sessionId', 'sessions.lastUsedAt', 'sessions.expiresAt'])
      .where(`sessions.${column}`, '=', hash)
      .where('sessions.endedAt', 'is', null)
      .where('users.closedAt', 'is', null),
  )
const readOpenSession = { cookie: compileSessionRead('cookieHash'), token: compileSessionRead('tokenHash') }

/** The live session of a secret; null if it is unknown, expired or ended, or its account is closed. */
export async function findSession(db: Database, kind: keyof SessionSecrets, value: string): Promise<Session | null> {
  const now = Date.now()
  const [row] = await readOpenSession[kind](db, hashSecret(value))
  if (!row) return null
  const { sessionId, lastUsedAt, expiresAt, ...user } = row
  if (Date.parse(expiresAt) <= now) return null
  if (now - Date.parse(lastUsedAt) > TOUCH_AFTER) await touch(db, sessionId, new Date(now))
  return { id: sessionId, user }
}

/** Sessions whose last use is being written, so that a slow disk gets one write for each. */
const pendingTouches = new Set<number>()

async function touch(db: Database, id: number, now: Date): Promise<void> {
  if (pendingTouches.has(id)) return
  pendingTouches.add(id)
  const session = forBookkeeping(db).updateTable('sessions').set({ lastUsedAt: now.toISOString() }).where('id', '=', id)
  const write = session.execute().finally(() => pendingTouches.delete(id))
  await writeInBackground('the last use of a session', write)
}

/** The account of a session that is over. `endedAt` is null for one that expired. */
export interface FormerSession {
  userId: number
  endedAt: string | null
}

/** The session that `cookie` belonged to, even if it is over; null without one or when the account is closed. */
export async function findFormerSession(db: Database, cookie: string): Promise<FormerSession | null> {
  const sessions = db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.userId')
  const match = sessions.select(['userId', 'endedAt']).where('sessions.cookieHash', '=', hashSecret(cookie))
  return (await match.where('users.closedAt', 'is', null).executeTakeFirst()) ?? null
}

/** Ends a session: its cookie and its token stop working. */
export async function endSession(db: Database, id: number): Promise<void> {
  await db.updateTable('sessions').set({ endedAt: new Date().toISOString() }).where('id', '=', id).execute()
}

/** Ends the request's session. The device stays known. */
export async function logOut({ db, network, securityLog }: AppLoadContext, session: Session): Promise<void> {
  await endSession(db, session.id)
  securityLog.record('log-out', { network, userId: session.user.id })
}
