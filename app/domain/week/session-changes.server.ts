import type { Tutor } from '~/domain/accounts/account'
import { Conflict, requireNewestVersion, runInTransaction } from '~/domain/change.server'
import { addDays, formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { createRepository } from '~/domain/records.server'
import { orNotFound, Refused } from '~/domain/refused'
import { recordErasure } from '~db/erase'
import { compileRead } from '~db/open'
import type { Bit, Database, Row } from '~db/schema'
import { type NewSessionChange, NO_SESSION, newSessionChange, type SessionDay } from './change-schema'
import { getSessionsOn, listChangeableDays, listDaysFrom, type SessionSwitch } from './day'

/** How a session differs on one day, as tutors see it. */
export type SessionChange = Omit<Row<'sessionChanges'>, 'isOff'> & { isOff: boolean; activity: string; from: string }

const NOT_ON = 'This session is not on that day.'
const NOT_THIS_WEEK = 'Please choose today or one of the next six days.'
const FIXED_DAY = 'A change stays with its session and day. Please delete it, and add another.'
const ALREADY_CHANGED = 'There is a change for this day already.'

const selectChanges = (db: Database) =>
  db
    .selectFrom('sessionChanges')
    .innerJoin('weekSessions', 'weekSessions.id', 'sessionId')
    .selectAll('sessionChanges')
    .select(['activity', 'from'])

type ChangeRow = Row<'sessionChanges'> & { activity: string; from: string }
const toSessionChange = (row: ChangeRow): SessionChange => ({ ...row, isOff: row.isOff === 1 })

/** The changes of a range of days, by day. */
export async function listSessionChanges(
  db: Database,
  { from, before }: { from: string; before: string },
): Promise<SessionChange[]> {
  return (await readChanges(db, from, before)).map(toSessionChange)
}
const readChanges = compileRead((db, from: string, before: string) =>
  selectChanges(db).where('day', '>=', from).where('day', '<', before).orderBy('day').orderBy('sessionChanges.id'),
)

/** The changes of today and the next six days. */
export function listComingChanges(db: Database, _tutor: Tutor): Promise<SessionChange[]> {
  const days = listChangeableDays(formatIsoDay(getToday()))
  return listSessionChanges(db, listDaysFrom(days[0]!, days.length))
}

/** The changes of the sessions assigned to a student. */
export async function listSessionChangesOf(db: Database, userId: number): Promise<SessionChange[]> {
  const own = db.selectFrom('weekSessionStudents').select('sessionId').where('userId', '=', userId)
  return (await selectChanges(db).where('sessionId', 'in', own).orderBy('day').execute()).map(toSessionChange)
}

const records = createRepository('sessionChanges', {
  noun: 'day of a session',
  rules: newSessionChange,
  labels: [
    { label: 'Off', getText: ({ isOff }) => (isOff ? 'Yes' : 'No') },
    { label: 'Reason', getText: ({ reason }) => reason },
    { label: 'Place', getText: ({ place }) => place },
    { label: 'Who with', getText: ({ withWhom }) => withWhom },
  ],
  // A reason may name a person, so the log does not repeat it.
  getTitle: ({ activity, from, day, isOff }: SessionChange) =>
    `${activity} at ${from} is ${isOff ? 'off' : 'different'} on ${formatDate(day)}`,
  toRecord: (row: Row<'sessionChanges'>): SessionChange => ({ ...row, isOff: row.isOff === 1, activity: '', from: '' }),
  toRow: ({ isOff, ...fields }) => ({ ...fields, isOff: (isOff ? 1 : 0) as Bit }),
  requireValid: requireSessionOn,
  find: async (db, id) => {
    const row = await selectChanges(db).where('sessionChanges.id', '=', id).executeTakeFirst()
    return row ? toSessionChange(row) : null
  },
})

export const describeSessionDay = records.descriptions.map(({ label, getText }) => ({
  label,
  getText: (fields: SessionDay) => getText({ sessionId: 0, ...fields }),
}))

/** Adds a change. Throws Refused: conflict if the session has one on that day, and what requireSessionOn throws. */
export function addSessionChange(db: Database, tutor: Tutor, fields: NewSessionChange): Promise<SessionChange> {
  return runInTransaction(db, async (change) => {
    if (await findSessionDay(change, tutor, fields.sessionId, fields.day))
      throw new Refused('conflict', ALREADY_CHANGED)
    return records.add(change, tutor, fields)
  })
}

/** Changes a change. Throws Refused, invalid, for another session or day, notFound, and what applyPatch throws. */
export const changeSessionChange: typeof records.change = async (db, tutor, id, change) => {
  const { sessionId, day, ...patch } = change.patch
  const before = orNotFound(await records.find(db, tutor, id))
  if ((sessionId ?? before.sessionId) !== before.sessionId)
    throw new Refused('invalid', FIXED_DAY, { field: 'sessionId' })
  if ((day ?? before.day) !== before.day) throw new Refused('invalid', FIXED_DAY, { field: 'day' })
  return records.change(db, tutor, id, { ...change, patch })
}

export const removeSessionChange = records.remove

/** Throws Refused, invalid, unless the session is on that day of the coming week. */
async function requireSessionOn(db: Database, { sessionId, day }: NewSessionChange): Promise<void> {
  if (!listChangeableDays(formatIsoDay(getToday())).includes(day))
    throw new Refused('invalid', NOT_THIS_WEEK, { field: 'day' })
  const session = await db.selectFrom('weekSessions').selectAll().where('id', '=', sessionId).executeTakeFirst()
  if (!session) throw new Refused('invalid', NO_SESSION, { field: 'sessionId' })
  const weekly = { ...session, exceptions: JSON.parse(session.exceptions) as string[], isOwn: false }
  if (getSessionsOn(day, [weekly], []).length === 0) throw new Refused('invalid', NOT_ON, { field: 'day' })
}

/** The change of a session on a day, or null. */
export async function findSessionDay(
  db: Database,
  _tutor: Tutor,
  sessionId: number,
  day: string,
): Promise<SessionChange | null> {
  const row = await selectChanges(db).where('sessionId', '=', sessionId).where('day', '=', day).executeTakeFirst()
  return row ? toSessionChange(row) : null
}

const AS_USUAL = { isOff: false, reason: null, place: null, withWhom: null }

/** Adds, changes or removes the change of a session on a day; without any difference from other weeks, none is stored. */
async function writeSessionDay(
  db: Database,
  tutor: Tutor,
  before: SessionChange | null,
  fields: NewSessionChange,
): Promise<void> {
  const isDifferent = fields.isOff || fields.place !== null || fields.withWhom !== null
  if (before && isDifferent) await changeSessionChange(db, tutor, before.id, { patch: fields })
  else if (isDifferent) await addSessionChange(db, tutor, fields)
  else if (before) await removeSessionChange(db, tutor, before.id)
}

/**
 * Switches sessions off on a day, or on again. Can be repeated. Another place or person of that day stays. Returns their activity.
 * Throws Refused: notFound for a deleted session, invalid for one that is not on that day.
 */
export async function switchSessions(db: Database, tutor: Tutor, { ids, day, isOff }: SessionSwitch): Promise<string> {
  const activities = await db.transaction().execute(async (change) => {
    const names: string[] = []
    for (const sessionId of ids) {
      const session = change.selectFrom('weekSessions').select('activity').where('id', '=', sessionId)
      names.push(orNotFound(await session.executeTakeFirst()).activity)
      const before = await findSessionDay(change, tutor, sessionId, day)
      if ((before?.isOff ?? false) === isOff) continue
      const { place, withWhom } = before ?? AS_USUAL
      await writeSessionDay(change, tutor, before, { sessionId, day, isOff, reason: null, place, withWhom })
    }
    return [...new Set(names)]
  })
  recordErasure(db)
  return activities.join(' and ')
}

/**
 * Saves the form of one day of a session, for it and `others` like it. Returns the change before, or null. Throws Conflict if another
 * tutor changed the day since the form was opened, and Refused, invalid, if the session is not on that day.
 */
export async function saveSessionDay(
  db: Database,
  tutor: Tutor,
  [sessionId, ...others]: [number, ...number[]],
  { version, ...fields }: SessionDay,
): Promise<SessionChange | null> {
  const before = await db.transaction().execute(async (change) => {
    const current = await findSessionDay(change, tutor, sessionId, fields.day)
    if (current && version === undefined) throw new Conflict('Someone', new Date().toISOString(), current)
    if (current && version)
      await requireNewestVersion(change, { noun: 'day of a session', recordId: current.id }, current, version)
    await writeSessionDay(change, tutor, current, { sessionId, ...fields })
    for (const other of others) {
      const before = await findSessionDay(change, tutor, other, fields.day)
      await writeSessionDay(change, tutor, before, { sessionId: other, ...fields })
    }
    return current
  })
  recordErasure(db)
  return before
}

/** Days that a student's current week may still show. */
const DAYS_KEPT = 7

/** Removes changes of days that are over. Returns their number. */
export async function removePastSessionChanges(db: Database, now: number): Promise<number> {
  const before = addDays(formatIsoDay(getToday(new Date(now))), -DAYS_KEPT)
  const removed = await db.deleteFrom('sessionChanges').where('day', '<', before).returning('id').execute()
  if (removed.length > 0) recordErasure(db)
  return removed.length
}
