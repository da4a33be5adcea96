import { sql } from 'kysely'
import type { Actor } from '~/domain/accounts/account'
import { momentInDublin } from '~/domain/dublin'
import { type Day, dayAlone } from '~/domain/events/days'
import type { Database, Row, Verb } from '~db/schema'
import { type Noun, nounsOf, type Subject } from './sentences'

export type Activity = Row<'activity'>

/** What was done; without a `studentId` to no one student's record, and without a `recordId` to none. */
interface Entry extends Pick<Activity, 'action' | 'title'> {
  noun: Noun
  recordId?: number
  studentId?: number | null
}

/** Who did it: a person, the operator, or a family by its link. */
type Doer = Pick<Actor, 'id' | 'firstName' | 'lastName'>

/** Repeated views of a record within this time are logged once: a page with photos requests each of them many times. */
const VIEW_INTERVAL = 10 * 60_000

/** Logs who did what, as part of the transaction that does it (GDPR article 5(2), accountability). */
export async function logActivity(db: Database, actor: Doer, entry: Entry): Promise<void> {
  const now = Date.now()
  if (entry.action === 'looked at' && (await wasJustViewed(db, actor, entry, now))) return
  await db
    .insertInto('activity')
    .values({
      recordId: 0,
      studentId: null,
      ...entry,
      at: new Date(now).toISOString(),
      actorId: actor.id,
      actorName: `${actor.firstName} ${actor.lastName}`.trim(),
    })
    .execute()
}

/** Returns what logs the changes of a noun's records; `studentId` is the one student whose record it is. */
export function logFor(noun: Noun) {
  type Logged = { id: number; title: string; studentId?: number | null }
  return (db: Database, actor: Doer, action: Verb, { id: recordId, title, studentId }: Logged): Promise<void> =>
    logActivity(db, actor, { action, noun, recordId, title, studentId: studentId ?? null })
}

async function wasJustViewed(db: Database, actor: Doer, { noun, recordId = 0 }: Entry, now: number): Promise<boolean> {
  const viewed = await db
    .selectFrom('activity')
    .select('id')
    .where('action', '=', 'looked at')
    .where('actorId', 'is', actor.id)
    .where('noun', '=', noun)
    .where('recordId', '=', recordId)
    .where('at', '>', new Date(now - VIEW_INTERVAL).toISOString())
    // A view that is still to come was logged before the clock was put back.
    .where('at', '<=', new Date(now).toISOString())
    .executeTakeFirst()
  return viewed !== undefined
}

/** The verbs of a saved form: the notice of a conflict names whoever did one of these last. */
const saves: Verb[] = [
  'changed',
  'moved',
  'renamed',
  'unsubscribed',
  're-activated',
  'put back',
  'confirmed',
  'said who is in',
]

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
    // By a term, or SQLite would walk through all lines of the noun in the order of their ids.
    .orderBy(sql`+id`, 'desc')
    .executeTakeFirst()
  return change ?? null
}

/** What the log can be narrowed down to. */
export interface Narrowed {
  /** Who did it, or whose file, timetable or account it was done to. */
  personId?: number
  subject?: Subject
  /** In Dublin. */
  day?: Day
  /** Only lines older than this one. */
  before?: number
}

/** The newest lines of the log, at most `limit`. */
export async function listActivity(
  db: Database,
  { limit = 50, personId, subject, ...narrowed }: Narrowed & { limit?: number } = {},
): Promise<Activity[]> {
  const within = await idsWithin(db, narrowed)
  const whose = personId ? (['actorId', 'studentId'] as const) : [undefined]
  // An index has the lines of each in order, but not of several together.
  const found = await Promise.all(
    whose.flatMap((column) =>
      (subject ? nounsOf(subject) : [undefined]).map((noun) =>
        db
          .selectFrom('activity')
          .selectAll()
          .where('id', '>', within.after)
          .where('id', '<', within.before)
          .$if(column !== undefined, (query) => query.where(column ?? 'actorId', '=', personId ?? 0))
          .$if(noun !== undefined, (query) => query.where('noun', '=', noun ?? ''))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      ),
    ),
  )
  const lines = new Map(found.flat().map((line) => [line.id, line]))
  return [...lines.values()].sort((one, other) => other.id - one.id).slice(0, limit)
}

/** Between which ids the lines of a day and before a line are. Lines are written in the order of their ids. */
async function idsWithin(db: Database, { day, before = Number.MAX_SAFE_INTEGER }: Pick<Narrowed, 'day' | 'before'>) {
  if (!day) return { after: 0, before }
  const lastBefore = async (moment: string | null) => {
    const lines = db
      .selectFrom('activity')
      .select('id')
      .where('at', '<', moment ?? '')
    const last = await lines.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return last?.id ?? 0
  }
  const { from, before: next } = dayAlone(day)
  return {
    after: await lastBefore(momentInDublin(from, '00:00')),
    before: Math.min(before, (await lastBefore(momentInDublin(next, '00:00'))) + 1),
  }
}
