import { sql } from 'kysely'
import { z } from 'zod'
import type { Tutor } from '~/domain/accounts/account'
import { findPersonById } from '~/domain/accounts/people.server'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { applyPatch, type Change, runInTransaction } from '~/domain/change.server'
import { formatDate } from '~/domain/events/days'
import { type CursorPage, type CursorRequest, readRecordPage } from '~/domain/page.server'
import { clockTime, defineRecordSchema, moment, recordId, recordVersion } from '~/domain/record'
import { orNotFound, Refused } from '~/domain/refused'
import { attendanceStates } from '~db/choices'
import { eraseWithin } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { changedAttendance, formatMark, type Mark, type NewAttendance, NO_REGISTER_STUDENT } from './schema'

type AttendanceRow = Row<'attendance'> & { isFormer: boolean }

/** A line of the register. `studentId` is null for a former student, whose lines nobody should be able to put together. */
type Attendance = Omit<Row<'attendance'>, 'userId'> & { studentId: number | null; isFormerStudent: boolean }

const toAttendance = ({ userId, isFormer, ...row }: AttendanceRow): Attendance => ({
  ...row,
  studentId: isFormer ? null : userId,
  isFormerStudent: Boolean(isFormer),
})

const isFormer = sql<boolean>`exists (select 1 from users where users.id = userId and erasedAt is not null)`
const selectAttendance = (db: Database) => db.selectFrom('attendance').selectAll().select(isFormer.as('isFormer'))

const ALREADY_RECORDED = 'This student is in the register of that day. Please change that line.'
const NO_SESSION = 'Please choose a session of the week.'
const FIXED = 'A line of the register stays with its student, day and session. Please add another one.'

async function findAttendance(db: Database, id: number): Promise<Attendance | null> {
  const row = await selectAttendance(db).where('id', '=', id).executeTakeFirst()
  return row ? toAttendance(row) : null
}

/** One page of all lines, the latest day first. */
export function listAttendance(
  db: Database,
  _tutor: Tutor,
  requested?: CursorRequest,
): Promise<CursorPage<Attendance>> {
  const getCursor = ({ date, id }: AttendanceRow) => [date, id] as const
  const order = { by: 'date', direction: 'desc', getCursor } as const
  return readRecordPage(selectAttendance(db), requested, order, toAttendance)
}

/** All lines of a student, for their export. */
export function listAttendanceOfStudent(db: Database, userId: number) {
  const lines = db.selectFrom('attendance').select(['date', 'sessionId', 'state', 'time', 'recordedAt'])
  return lines.where('userId', '=', userId).orderBy('date').orderBy('id').execute()
}

/** Throws Refused: invalid unless the student and the session exist, conflict after the last day of a closed account. */
async function requireStudentAndSession(db: Database, { studentId, sessionId, date }: NewAttendance) {
  const student = await findPersonById(db, studentId)
  if (student?.role !== 'student') throw new Refused('invalid', NO_REGISTER_STUDENT, { field: 'studentId' })
  // The days of a student who has left can still be completed and corrected.
  if (student.closedAt && (student.lastDay ?? '') < date) throw new Refused('conflict', 'This account is closed.')
  const session = db.selectFrom('weekSessions').select('id').where('id', '=', sessionId)
  if (sessionId !== null && !(await session.executeTakeFirst()))
    throw new Refused('invalid', NO_SESSION, { field: 'sessionId' })
  return student
}

export const logAttendance = createActivityLogger('attendance')

const describe = (name: string, { date }: Pick<Attendance, 'date'>) => `${name} on ${formatDate(date)}`

/** 'Daniel Okafor on 26 November 2026 from here to not here'. */
export const describeCorrection = (name: string, before: Mark & { date: string }, after: Mark) =>
  `${describe(name, before)} from ${formatMark(before)} to ${formatMark(after)}`

/** Adds a line. Throws Refused: invalid for an unknown student or session, conflict after the last day of a closed account or if there is such a line. */
export function addAttendance(db: Database, tutor: Tutor, fields: NewAttendance): Promise<Attendance> {
  return runInTransaction(db, async (change) => {
    const student = await requireStudentAndSession(change, fields)
    const { studentId: userId, ...columns } = fields
    const row = { ...columns, userId, recordedBy: tutor.id, recordedAt: new Date().toISOString() }
    const insert = change
      .insertInto('attendance')
      .values(row)
      .onConflict((found) => found.doNothing())
    const added = await insert.returningAll().executeTakeFirst()
    if (!added) throw new Refused('conflict', ALREADY_RECORDED)
    const title = `${describe(student.name, added)}: ${formatMark(added)}`
    await logAttendance(change, tutor, 'added', { id: added.id, title, studentId: userId })
    return toAttendance({ ...added, isFormer: false })
  })
}

async function findNameAndLine(db: Database, id: number) {
  const before = orNotFound(await findAttendance(db, id))
  const person = before.studentId === null ? null : await findPersonById(db, before.studentId)
  return { before, name: person?.name ?? 'A former student' }
}

/** Corrects a line. Throws Refused, notFound, or invalid for another student, day or session, and what applyPatch throws. */
export function changeAttendance(
  db: Database,
  tutor: Tutor,
  id: number,
  requested: Change<NewAttendance>,
): Promise<Attendance> {
  return runInTransaction(db, async (change) => {
    const { before, name } = await findNameAndLine(change, id)
    const fields = await applyPatch(change, 'attendance', before, requested, changedAttendance)
    for (const field of ['studentId', 'date', 'sessionId'] as const)
      if (fields[field] !== before[field]) throw new Refused('invalid', FIXED, { field })
    const { state, time } = fields
    const columns = { state, time, recordedBy: tutor.id, recordedAt: new Date().toISOString() }
    const update = change.updateTable('attendance').set({ ...columns, version: before.version + 1 })
    await update.where('id', '=', id).execute()
    const title = describeCorrection(name, before, fields)
    await logAttendance(change, tutor, 'changed', { id, title, studentId: before.studentId })
    return orNotFound(await findAttendance(change, id))
  })
}

/** Deletes a line. Throws Refused, notFound. */
export async function removeAttendance(db: Database, tutor: Tutor, id: number): Promise<void> {
  await eraseWithin(db, async (change) => {
    const { before, name } = await findNameAndLine(change, id)
    await change.deleteFrom('attendance').where('id', '=', id).execute()
    const title = `${describe(name, before)}: ${formatMark(before)}`
    await logAttendance(change, tutor, 'deleted', { id, title, studentId: before.studentId })
    return true
  })
}

export const attendanceRecord = defineRecordSchema<Attendance>()('Attendance', 'Whether a student was here on a day.', {
  id: [recordId, 7],
  studentId: [recordId.nullable().describe('Null for a former student.'), 2],
  isFormerStudent: [z.boolean().describe('Whether the student was erased. The line stays for the totals.'), false],
  date: [z.iso.date().describe('The day, in Irish time.'), '2026-11-25'],
  sessionId: [recordId.nullable().describe('The session of the week that it is about; null for the whole day.'), null],
  state: [z.enum(attendanceStates), 'late'],
  time: [clockTime.nullable().describe('When they came late or left early, in Irish time.'), '10:30'],
  recordedBy: [recordId.nullable().describe('The tutor who recorded it last.'), 1],
  recordedAt: [moment, '2026-11-25T10:40:00.000Z'],
  version: [recordVersion, 1],
})
