import type { Actor } from '~/domain/accounts/account'
import type { Database, Row, Verb } from '~db/schema'

export type Activity = Row<'activity'>
type Deed = Pick<Activity, 'action' | 'noun' | 'recordId' | 'title' | 'studentId'>

/** Repeated views of a record within this time are logged once: a page with photos requests each of them many times. */
const ONE_LOOK = 10 * 60_000

/** Logs who did what, as part of the transaction that does it (GDPR article 5(2), accountability). */
export async function note(db: Database, actor: Actor, deed: Deed): Promise<void> {
  const now = Date.now()
  if (deed.action === 'looked at' && (await alreadyLooked(db, actor, deed, now))) return
  await db
    .insertInto('activity')
    .values({
      ...deed,
      at: new Date(now).toISOString(),
      actorId: actor.id,
      actorName: `${actor.firstName} ${actor.lastName}`,
    })
    .execute()
}

/** Returns what logs the changes of a noun's records, for a noun whose records belong to no student. */
export function noting(noun: string) {
  return (db: Database, actor: Actor, action: Verb, { id, title }: { id: number; title: string }): Promise<void> =>
    note(db, actor, { action, noun, recordId: id, title, studentId: null })
}

async function alreadyLooked(db: Database, actor: Actor, { noun, recordId }: Deed, now: number): Promise<boolean> {
  const look = await db
    .selectFrom('activity')
    .select('id')
    .where('action', '=', 'looked at')
    .where('actorId', 'is', actor.id)
    .where('noun', '=', noun)
    .where('recordId', '=', recordId)
    .where('at', '>', new Date(now - ONE_LOOK).toISOString())
    // A look that is still to come was noted before the clock was put back.
    .where('at', '<=', new Date(now).toISOString())
    .executeTakeFirst()
  return look !== undefined
}

/** The verbs of a saved form: the notice of a conflict names whoever did one of these last. */
const saves: Verb[] = ['changed', 'moved', 'renamed', 'unsubscribed', 're-activated']

/** Who last saved a change of a record, and when; null when the log has none. Other verbs, such as sending, don't count. */
export async function lastChange(
  db: Database,
  noun: string,
  recordId: number,
): Promise<Pick<Activity, 'actorName' | 'at'> | null> {
  const change = await db
    .selectFrom('activity')
    .select(['actorName', 'at'])
    .where('noun', '=', noun)
    .where('recordId', '=', recordId)
    .where('action', 'in', saves)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return change ?? null
}

/** The newest lines of the log, at most `limit`, older than the line `before` and of one student's records where these are given. */
export async function listActivity(
  db: Database,
  { before, studentId, limit = 50 }: { before?: number; studentId?: number; limit?: number } = {},
): Promise<Activity[]> {
  return db
    .selectFrom('activity')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(studentId !== undefined, (query) => query.where('studentId', '=', studentId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Removes the lines of the log from before a moment. Returns how many. */
export async function forgetOldActivity(db: Database, before: string): Promise<number> {
  const gone = await db.deleteFrom('activity').where('at', '<', before).executeTakeFirstOrThrow()
  return Number(gone.numDeletedRows)
}
