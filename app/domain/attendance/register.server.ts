import { type Absence, listAbsentOn } from '~/domain/absences/absences.server'
import { type CancelledAbsence, readCancelledOn } from '~/domain/absences/cancelled.server'
import { formatFullName, type Tutor } from '~/domain/accounts/account'
import { type DatedStudent, readStudentsBetween } from '~/domain/accounts/accounts.server'
import { readListNames } from '~/domain/accounts/people.server'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { addDays, formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { listClosedDays } from '~/domain/events/events.server'
import { orNotFound, Refused } from '~/domain/refused'
import { isWeekend, listDaysFrom } from '~/domain/week/day'
import { recordErasure } from '~db/erase'
import type { Database } from '~db/schema'
import { describeCorrection, logAttendance } from './attendance.server'
import { formatMark, isSameMark, type Mark, type Marks, NOT_YET, packMarks } from './schema'

/** A register: of a day or, with a session, of that session on the day. */
export interface RegisterKey {
  date: string
  sessionId: number | null
}

const getTodayIso = () => formatIsoDay(getToday())

/** The next day from Monday to Friday in a direction; null in the future. */
function findWorkingDay(day: string, step: 1 | -1): string | null {
  let next = addDays(day, step)
  while (isWeekend(next)) next = addDays(next, step)
  return next <= getTodayIso() ? next : null
}

/** How many days back a missing register is worth a reminder. Later, tutors no longer know who was there. */
const REMINDER_DAYS = 14
/** A centre that recorded nothing for this long does not use the register. */
const UNUSED_AFTER_DAYS = 31

/**
 * Open days before today without a line in the register, newest first: Monday to Friday, unless the centre was closed, since the first
 * register. None if the centre does not use the register.
 */
export async function listDaysWithoutRegister(db: Database, _tutor: Tutor): Promise<string[]> {
  const today = getTodayIso()
  const lines = db.selectFrom('attendance').where('date', '>=', addDays(today, -UNUSED_AFTER_DAYS))
  const recorded = (await lines.select('date').distinct().orderBy('date').execute()).map(({ date }) => date)
  const [first] = recorded
  if (!first) return []
  const range = { from: addDays(today, -REMINDER_DAYS), before: today }
  const closed = await listClosedDays(db, range)
  const days: string[] = []
  for (let day = addDays(today, -1); day >= range.from && day > first; day = addDays(day, -1))
    if (!isWeekend(day) && !closed.includes(day) && !recorded.includes(day)) days.push(day)
  return days
}

const selectLines = (db: Database, { date, sessionId }: RegisterKey) =>
  db.selectFrom('attendance').where('date', '=', date).where('sessionId', 'is', sessionId)

const listLines = (db: Database, key: RegisterKey) => selectLines(db, key).selectAll().orderBy('id').execute()

/**
 * The students whom the register is about: those of its day, also if they have left since, and those with a line. Throws Refused, notFound, for
 * an unknown session.
 */
async function listRegisterStudents(db: Database, { date, sessionId }: RegisterKey) {
  const recorded = (await selectLines(db, { date, sessionId }).select('userId').execute()).map(({ userId }) => userId)
  const students = await readStudentsBetween(db, { from: date, to: date }, recorded)
  if (sessionId === null) return { students, activity: null }
  const session = db.selectFrom('weekSessions').select(['activity', 'from']).where('id', '=', sessionId)
  const { activity, from } = orNotFound(await session.executeTakeFirst())
  const rows = await db.selectFrom('weekSessionStudents').select('userId').where('sessionId', '=', sessionId).execute()
  const ids = new Set(rows.map(({ userId }) => userId))
  const isIn = ({ id }: DatedStudent) => ids.size === 0 || ids.has(id) || recorded.includes(id)
  return {
    students: students.filter(isIn),
    activity: `${activity}, ${from.replace(/^0/, '')}`,
  }
}

/** A register as its page shows it. Throws Refused: notFound for an unknown session, invalid for a day in the future. */
export async function readRegister(db: Database, tutor: Tutor, key: RegisterKey) {
  const { date, sessionId } = key
  if (date > getTodayIso()) throw new Refused('invalid', NOT_YET)
  const { students, activity } = await listRegisterStudents(db, key)
  const stored = await listLines(db, key)
  const lines = new Map(stored.map(({ userId, state, time, recordedAt }) => [userId, { state, time, recordedAt }]))
  const cancelled = await readCancelledOn(db, date)
  const absences = new Map((await listAbsentOn(db, tutor, date)).map((absence) => [absence.studentId, absence]))
  const names = await readListNames(db)
  const known = new Set(students.map(({ id }) => id))
  return {
    date,
    sessionId,
    activity,
    today: getTodayIso(),
    previous: findWorkingDay(date, -1),
    next: findWorkingDay(date, 1),
    isClosed: (await listClosedDays(db, listDaysFrom(date, 1))).length > 0,
    /** The lines of erased students, which stay in the numbers. */
    former: countMarks([...lines].flatMap(([id, { state }]) => (known.has(id) ? [] : state))),
    /** The recorded marks, to find out later whether another tutor changed them. */
    opened: packMarks(lines),
    students: students.map(({ id }) => {
      const absence = absences.get(id)
      return {
        id,
        name: names.get(id) ?? '',
        mark: toMark(lines.get(id)),
        news: findNews(lines.get(id), absence, cancelled.get(id)),
        absence: absence ? `told by ${absence.saidBy ?? 'a tutor'}` : null,
      }
    }),
  }
}
const toMark = (line: Mark | undefined): Mark | null => (line ? { state: line.state, time: line.time } : null)

/** What a tutor or a family said after a line was recorded, and it does not say. */
export interface RegisterNews {
  isComing: boolean
  /** The label of a family link; null for a tutor. */
  by: string | null
  at: string
}

function findNews(
  line: (Mark & { recordedAt: string }) | undefined,
  absence: Absence | undefined,
  cancelled: CancelledAbsence | undefined,
): RegisterNews | null {
  if (!line) return null
  const isAway = line.state === 'not here'
  if (isAway && !absence && cancelled && cancelled.cancelledAt > line.recordedAt)
    return { isComing: true, by: cancelled.cancelledBy, at: cancelled.cancelledAt }
  if (!isAway && absence && absence.createdAt > line.recordedAt)
    return { isComing: false, by: absence.saidBy, at: absence.createdAt }
  return null
}

/** The students of today's register about whom something else was said since, for a tutor. */
export async function listRegisterNews(db: Database, tutor: Tutor) {
  const key = { date: getTodayIso(), sessionId: null }
  // Only what is recorded can be outdated, and My Files asks each time.
  if ((await listLines(db, key)).length === 0) return []
  const { students } = await readRegister(db, tutor, key)
  return students.flatMap(({ name, news }) => (news ? [{ name, ...news }] : []))
}

export type RegisterView = Awaited<ReturnType<typeof readRegister>>

interface RegisterForm extends RegisterKey {
  marks: Marks
  /** The marks as the form was opened. */
  opened: Marks
  /** Whether students without a mark are here, unless their absence is known. */
  isRestHere: boolean
  /** Ids of students whose news the form showed: their lines are right as they are, if they stay. */
  seen?: number[]
}

const logRegister = createActivityLogger('register')

/** 'Art, 10:30 on 26 November 2026'. */
const describeRegister = (date: string, activity: string | null) =>
  activity ? `${activity} on ${formatDate(date)}` : formatDate(date)

/**
 * Saves a register. A line that another tutor changed stays as it is if this form left it alone. Returns what Undo needs, and
 * numbers for the message. Throws Refused: conflict if both changed a line, and what readRegister throws.
 */
export function saveRegister(
  db: Database,
  tutor: Tutor,
  { marks, opened, isRestHere, seen = [], ...key }: RegisterForm,
) {
  const { date, sessionId } = key
  return db.transaction().execute(async (change) => {
    const { students, activity } = await readRegister(change, tutor, key)
    const lines = new Map((await listLines(change, key)).map((line) => [line.userId, line]))
    const typed: Marks = new Map(marks)
    if (isRestHere)
      for (const { id, absence } of students)
        if (!typed.has(id) && !lines.has(id)) typed.set(id, { state: absence ? 'not here' : 'here', time: null })
    const changed = students.filter(({ id }) => typed.has(id) && !isSameMark(typed.get(id), lines.get(id)))
    const isOutdated = (id: number) => !isSameMark(lines.get(id), opened.get(id))
    const isUntouched = (id: number) => isSameMark(typed.get(id), opened.get(id))
    const toWrite = changed.filter(({ id }) => !(isOutdated(id) && isUntouched(id)))
    const conflicts = toWrite.flatMap(({ id, name }) => (isOutdated(id) ? [{ name, line: lines.get(id) }] : []))
    if (conflicts.length > 0) throw await createConflict(change, conflicts)

    const at = new Date().toISOString()
    const before: Marks = new Map()
    for (const { id, name } of toWrite) {
      const [mark, line] = [typed.get(id)!, lines.get(id)]
      const columns = { ...mark, recordedBy: tutor.id, recordedAt: at }
      if (!line) {
        await change
          .insertInto('attendance')
          .values({ ...columns, date, sessionId, userId: id })
          .execute()
        continue
      }
      before.set(id, { state: line.state, time: line.time })
      const update = change.updateTable('attendance').set({ ...columns, version: line.version + 1 })
      await update.where('id', '=', line.id).execute()
      const title = describeCorrection(name, line, mark)
      await logAttendance(change, tutor, 'changed', { id: line.id, title, studentId: id })
    }
    await confirmLines(
      change,
      key,
      seen.filter((id) => !toWrite.some((one) => one.id === id)),
      at,
    )
    const linesNow = await listLines(change, key)
    const numbers = countMarks(linesNow.map(({ state }) => state))
    if (toWrite.length > before.size) {
      const title = `${describeRegister(date, activity)}: ${numbers.here} here, ${numbers.away} not here`
      await logRegister(change, tutor, 'added', { id: 0, title })
    }
    const marked = new Set(linesNow.map(({ userId }) => userId))
    const unmarked = students.filter(({ id }) => !marked.has(id)).length
    return { ...numbers, saved: toWrite.length, unmarked, at, before: packMarks(before) }
  })
}

/** Records that lines are right, as of a moment after `at`: Undo finds those of a save by `at`. */
async function confirmLines(change: Database, key: RegisterKey, ids: number[], at: string): Promise<void> {
  const recordedAt = new Date(Date.parse(at) + 1).toISOString()
  const { date, sessionId } = key
  const lines = change.updateTable('attendance').where('date', '=', date).where('sessionId', 'is', sessionId)
  if (ids.length > 0) await lines.set({ recordedAt }).where('userId', 'in', ids).execute()
}

function countMarks(states: Mark['state'][]) {
  const away = states.filter((state) => state === 'not here').length
  return { all: states.length, here: states.length - away, away }
}

type Conflicting = { name: string; line: (Mark & { recordedBy: number | null }) | undefined }

/** The refusal for lines that another tutor changed: who, and how they are now. */
async function createConflict(db: Database, conflicts: Conflicting[]): Promise<Refused> {
  const ids = conflicts.flatMap(({ line }) => line?.recordedBy ?? [])
  const people = await db.selectFrom('users').select(['firstName', 'lastName']).where('id', 'in', ids).execute()
  const by = people.map(formatFullName).join(' and ') || 'Someone'
  const now = conflicts.map(({ name, line }) => `${name}: ${line ? formatMark(line) : 'not recorded'}`)
  const advice = 'Please check these lines and save again.'
  return new Refused('conflict', `${by} has changed this since you opened it. ${now.join('; ')}. ${advice}`)
}

/**
 * Undoes a save: removes its new lines and puts back those it corrected, unless they changed again. Throws Refused, conflict, if none
 * is left.
 */
export async function undoRegister(
  db: Database,
  tutor: Tutor,
  { at, before, ...key }: RegisterKey & { at: string; before: Marks },
): Promise<number> {
  const undone = await db.transaction().execute(async (change) => {
    const { activity } = await listRegisterStudents(change, key)
    const names = await readListNames(change)
    const lines = selectLines(change, key).where('recordedAt', '=', at).where('recordedBy', '=', tutor.id)
    let number = 0
    for (const line of await lines.selectAll().execute()) {
      const mark = before.get(line.userId)
      if (mark) {
        const columns = { ...mark, recordedAt: new Date().toISOString(), version: line.version + 1 }
        await change.updateTable('attendance').set(columns).where('id', '=', line.id).execute()
        const title = describeCorrection(names.get(line.userId) ?? 'A student', line, mark)
        await logAttendance(change, tutor, 'changed', { id: line.id, title, studentId: line.userId })
      } else if (line.version === 1) await change.deleteFrom('attendance').where('id', '=', line.id).execute()
      else continue
      number += 1
    }
    if (number === 0) throw new Refused('conflict', 'It is too late to undo this. Please correct the lines one by one.')
    await logRegister(change, tutor, 'took back', { id: 0, title: describeRegister(key.date, activity) })
    return number
  })
  recordErasure(db)
  return undone
}
