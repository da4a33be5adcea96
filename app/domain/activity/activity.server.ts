import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, formatFullName, type Tutor } from '~/domain/accounts/account'
import { type Day, getToday, toDayRange, toDublinMoment } from '~/domain/events/days'
import { choiceOf, optionalDay, optionalId } from '~/domain/rules'
import type { Database, Row, Verb } from '~db/schema'
import { type ActivitySubject, activitySubjectNames, getNounsOfSubject, type Noun } from './sentences'

export type ActivityLine = Row<'activity'>

/** An entry in the log. `studentId` is set if the record belongs to one student; `recordId` is left out if there is no record. */
interface ActivityEntry extends Pick<ActivityLine, 'action' | 'title'> {
  noun: Noun
  recordId?: number
  studentId?: number | null
}

/** Who did it: a person, the operator, or a family with its link. */
type ActivityActor = Pick<Actor, 'id' | 'firstName' | 'lastName'>

/** Views of a record within this time are logged once: a page with photos requests each of them many times. */
const VIEW_INTERVAL = 10 * 60_000

/** Logs who did what, in the same transaction (GDPR article 5(2), accountability). */
export async function logActivity(db: Database, actor: ActivityActor, entry: ActivityEntry): Promise<void> {
  const now = Date.now()
  if (entry.action === 'looked at' && (await wasJustViewed(db, actor, entry, now))) return
  await db
    .insertInto('activity')
    .values(toRow(actor, entry, now))
    .execute()
}

const toRow = (actor: ActivityActor, entry: ActivityEntry, now: number) => ({
  ...{ recordId: 0, studentId: null, ...entry },
  ...{ actorId: actor.id, actorName: formatFullName(actor), at: new Date(now).toISOString() },
})

/**
 * As logActivity, for actions that students and families can repeat. A day's repeats share one line, with the last time and a
 * count.
 */
export async function logRepeatable(
  db: Database,
  actor: ActivityActor,
  entry: ActivityEntry & { studentId: number },
): Promise<void> {
  const row = toRow(actor, entry, Date.now())
  const { from } = toDayRange(getToday())
  // Delete and insert instead of updating, because lines are in the order of their ids.
  const { times = 0 } =
    (await db
      .deleteFrom('activity')
      .where('studentId', '=', row.studentId)
      .where('at', '>=', toDublinMoment(from, '00:00') ?? '')
      .where('at', '<=', row.at)
      .where('noun', '=', row.noun)
      .where('action', '=', row.action)
      .where('title', '=', row.title)
      .where('actorId', 'is', row.actorId)
      .where('actorName', '=', row.actorName)
      .returning('times')
      .executeTakeFirst()) ?? {}
  await db
    .insertInto('activity')
    .values({ ...row, times: times + 1 })
    .execute()
}

/** Returns a function that logs changes to records of a noun; `studentId` is set if the record belongs to one student. */
export function createActivityLogger(noun: Noun) {
  type Logged = { id: number; title: string; studentId?: number | null }
  return (
    db: Database,
    actor: ActivityActor,
    action: Verb,
    { id: recordId, title, studentId }: Logged,
  ): Promise<void> => logActivity(db, actor, { action, noun, recordId, title, studentId: studentId ?? null })
}

async function wasJustViewed(
  db: Database,
  actor: ActivityActor,
  { noun, recordId = 0 }: ActivityEntry,
  now: number,
): Promise<boolean> {
  const ofRecord = db.selectFrom('activity').select('id').where('noun', '=', noun).where('recordId', '=', recordId)
  const views = ofRecord.where('action', '=', 'looked at').where('actorId', 'is', actor.id)
  const since = views.where('at', '>', new Date(now - VIEW_INTERVAL).toISOString())
  // Views in the future were logged before the clock was set back.
  return (await since.where('at', '<=', new Date(now).toISOString()).executeTakeFirst()) !== undefined
}

/** Verbs that a saved form logs. A conflict names the person who logged the last one. */
const saveVerbs: Verb[] = [
  ...(['changed', 'moved', 'renamed', 'put back', 'confirmed', 'said who is in'] as const),
  ...(['unsubscribed', 're-activated'] as const),
]

/** Who last saved a record, and when; null if the log has no entry. Other verbs, such as sending, don't count. */
export async function findLastChange(db: Database, noun: string, recordId: number) {
  const lines = db.selectFrom('activity').select(['actorName', 'at']).where('noun', '=', noun)
  const changes = lines.where('recordId', '=', recordId).where('action', 'in', saveVerbs)
  // The unary plus keeps SQLite from walking through all lines of the noun in the order of their ids.
  return (await changes.orderBy(sql`+id`, 'desc').executeTakeFirst()) ?? null
}

export interface ActivityFilter {
  /** Who did it, or whose file, timetable or account it was. */
  personId?: number
  subject?: ActivitySubject
  /** A day in Dublin. */
  day?: Day
  /** Only lines older than this one. */
  before?: number
}

/** The lines of the log that a tutor asks for, newest first. */
export async function listActivity(
  db: Database,
  _tutor: Tutor,
  { limit = 50, personId, subject, ...range }: ActivityFilter & { limit?: number } = {},
): Promise<ActivityLine[]> {
  const ids = await findIdRange(db, range)
  const owner = personId ? (['actorId', 'studentId'] as const) : [undefined]
  // Separate queries, because each value has an ordered index, but a combination has none.
  const all = db.selectFrom('activity').selectAll().where('id', '>', ids.after).where('id', '<', ids.before)
  const newest = all.orderBy('id', 'desc').limit(limit)
  const lines = new Map<number, ActivityLine>()
  for (const column of owner)
    for (const noun of subject ? getNounsOfSubject(subject) : [undefined]) {
      const ofPerson = column ? newest.where(column, '=', personId ?? 0) : newest
      for (const line of await (noun ? ofPerson.where('noun', '=', noun) : ofPerson).execute()) lines.set(line.id, line)
    }
  return [...lines.values()].sort((one, other) => other.id - one.id).slice(0, limit)
}

/** The range of ids of a day's lines and of lines before one. Ids are in the order of time. */
async function findIdRange(
  db: Database,
  { day, before = Number.MAX_SAFE_INTEGER }: Pick<ActivityFilter, 'day' | 'before'>,
) {
  if (!day) return { after: 0, before }
  const lastBefore = async (moment: string | null) => {
    const newest = db.selectFrom('activity').select('id').orderBy('at', 'desc').orderBy('id', 'desc').limit(1)
    return (await newest.where('at', '<', moment ?? '').executeTakeFirst())?.id ?? 0
  }
  const { from, before: next } = toDayRange(day)
  return {
    after: await lastBefore(toDublinMoment(from, '00:00')),
    before: Math.min(before, (await lastBefore(toDublinMoment(next, '00:00'))) + 1),
  }
}

export const activityFilter = z.object({
  person: optionalId('Please choose a person from the list.'),
  about: choiceOf(['', ...activitySubjectNames], 'Please choose from the list.').default(''),
  day: optionalDay('Please enter a day, for example 1 September 2026.'),
})
