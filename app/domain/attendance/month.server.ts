import type { Account, Tutor } from '~/domain/accounts/account'
import { readFormerStudentsBetween, readStudentsBetween } from '~/domain/accounts/accounts.server'
import { readListNames } from '~/domain/accounts/people.server'
import { isStudentOn, type StudentTime } from '~/domain/accounts/student-days'
import { logActivity } from '~/domain/activity/activity.server'
import { CSV_BYTE_ORDER_MARK, formatCsv } from '~/domain/csv.server'
import { addDays, CALENDAR_YEARS, formatIsoDay, getToday } from '~/domain/events/days'
import { listClosedDays } from '~/domain/events/events.server'
import { dropSetting, readSetting, writeSetting } from '~/domain/portal-settings.server'
import { isWeekend } from '~/domain/week/day'
import { months } from '~db/choices'
import type { Database } from '~db/schema'
import { formatMark, type Mark } from './schema'

const getThisMonth = () => formatIsoDay(getToday()).slice(0, 7)

/** 'November 2026' of '2026-11'. */
export const formatMonth = (month: string) => `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** A month of the address, '2026-11'; the current one for anything else and for months in the future. */
export function parseMonth(text: string | null): string {
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '') && Number(text?.slice(0, 4)) >= CALENDAR_YEARS.first
  return isMonth && text && text <= getThisMonth() ? text : getThisMonth()
}

/** The first days of the month and of the next one. */
function toMonthRange(month: string) {
  const from = `${month}-01`
  return { from, before: `${addDays(from, 31).slice(0, 7)}-01` }
}

const FORMER_STUDENT = 'Former student'

const isAttended = ({ state }: Mark) => state !== 'not here'

/**
 * A month's table. Open days are Monday to Friday up to today unless the centre is closed, and days with lines; a student's are those from
 * their first to their last day. Coming late and leaving early count as attended. Erased students stay in it without their names, so that
 * totals that were handed on stay true.
 */
export async function readMonth(db: Database, _tutor: Tutor, month: string) {
  const range = toMonthRange(month)
  const today = formatIsoDay(getToday())
  const all = db.selectFrom('attendance').select(['userId', 'date', 'state', 'time']).where('sessionId', 'is', null)
  const lines = await all.where('date', '>=', range.from).where('date', '<', range.before).execute()
  const closed = await listClosedDays(db, range)
  const days: string[] = []
  for (let day = range.from; day < range.before; day = addDays(day, 1)) {
    const isOpen = day <= today && !isWeekend(day) && !closed.includes(day)
    if (isOpen || lines.some(({ date }) => date === day)) days.push(day)
  }
  const ids = [...new Set(lines.map(({ userId }) => userId))]
  const span = { from: range.from, to: addDays(range.before, -1) }
  const students = await readStudentsBetween(db, span, ids)
  const former = await readFormerStudentsBetween(db, span, ids)
  const names = await readListNames(db)
  const byStudent = Map.groupBy(lines, ({ userId }) => userId)
  const people = [...students, ...former].map((student: StudentTime & { id: number }) => {
    const own = new Map((byStudent.get(student.id) ?? []).map((line) => [line.date, line]))
    const marks = days.map((day) => own.get(day) ?? null)
    const open = days.filter((day) => own.has(day) || isStudentOn(student, day)).length
    const attended = [...own.values()].filter(isAttended).length
    const name = names.get(student.id) ?? FORMER_STUDENT
    return { id: student.id, name, marks, open, attended, absent: own.size - attended }
  })
  const previous = addDays(range.from, -1).slice(0, 7)
  return {
    month,
    days,
    people,
    previous,
    next: range.before.slice(0, 7) <= getThisMonth() ? range.before.slice(0, 7) : null,
  }
}

/** The month as CSV: a line for each person with the totals that funders ask for, then each open day. */
export async function exportMonth(db: Database, tutor: Tutor, month: string): Promise<string> {
  return db.transaction().execute(async (change) => {
    const { days, people } = await readMonth(change, tutor, month)
    await logActivity(change, tutor, { action: 'exported', noun: 'register', title: formatMonth(month) })
    const header = ['Person', 'Days open', 'Days attended', 'Days absent', 'Days not recorded', ...days]
    const rows = people.map(({ name, marks, open, attended, absent }) => {
      const totals = [open, attended, absent, open - attended - absent]
      return [name, ...totals.map(String), ...marks.map((mark) => (mark ? formatMark(mark) : ''))]
    })
    return CSV_BYTE_ORDER_MARK + formatCsv([header, ...rows])
  })
}

/** Whether students see their number of days. */
const isShown = async (db: Database) => (await readSetting(db, 'attendanceShown')) !== undefined

/** The same for a tutor. */
export const isAttendanceShown = (db: Database, _tutor: Tutor): Promise<boolean> => isShown(db)

export async function showAttendance(db: Database, tutor: Tutor, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (change) => {
    if ((await isShown(change)) === isOn) return
    if (isOn) await writeSetting(change, 'attendanceShown', 'yes')
    else await dropSetting(change, 'attendanceShown')
    await logActivity(change, tutor, { action: 'changed', noun: 'register', title: isOn ? 'on' : 'off' })
  })
}

/**
 * 'You were here 4 of the 10 days written down in November.', of the last month with any; null without any, or if the centre does not
 * show it. Days without a line for the student don't count, because they may have been here.
 */
export async function describeOwnAttendance(db: Database, { id }: Account): Promise<string | null> {
  if (!(await isShown(db))) return null
  const thisMonth = getThisMonth()
  for (const month of [thisMonth, addDays(`${thisMonth}-01`, -1).slice(0, 7)]) {
    const { from, before } = toMonthRange(month)
    const own = db.selectFrom('attendance').select(['state', 'time']).where('userId', '=', id)
    const lines = await own
      .where('sessionId', 'is', null)
      .where('date', '>=', from)
      .where('date', '<', before)
      .execute()
    const attended = lines.filter(isAttended).length
    const [name = ''] = formatMonth(month).split(' ')
    if (attended > 0) return `You were here ${formatShare(attended, lines.length)} written down in ${name}.`
  }
  return null
}

/** '4 of the 10 days', 'all 10 days' or 'the 1 day'. */
function formatShare(attended: number, recorded: number): string {
  if (recorded === 1) return 'the 1 day'
  return attended === recorded ? `all ${recorded} days` : `${attended} of the ${recorded} days`
}
