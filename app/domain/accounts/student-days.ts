import { addDays } from '~/domain/events/days'
import type { Row } from '~db/schema'
import type { StudentDays } from './schema'

/** When a student was at the centre. */
export type StudentTime = Pick<Row<'users'>, 'firstDay' | 'lastDay' | 'earlierDays'>

/** The times before the present or last one, of a student who came back, the oldest first. */
export const parseEarlierDays = ({ earlierDays }: Pick<StudentTime, 'earlierDays'>): StudentDays[] =>
  JSON.parse(earlierDays)

/** Whether a student belongs to the centre on one of some days. An unknown first day is before all others. */
export const isStudentBetween = (student: StudentTime, from: string, to: string): boolean =>
  [...parseEarlierDays(student), student].some(
    ({ firstDay, lastDay }) => (firstDay ?? '') <= to && from <= (lastDay ?? from),
  )

/** Whether a student belongs to the centre on a day. */
export const isStudentOn = (student: StudentTime, day: string): boolean => isStudentBetween(student, day, day)

/** The first day back unless a tutor chooses another: `today`, or the last day if that is still to come. */
export const getUsualReturn = ({ lastDay }: Pick<StudentTime, 'lastDay'>, today: string): string =>
  lastDay && lastDay > today ? lastDay : today

/** The time of a student who comes back on `firstDay`. The days between do not count; without any, they never left. */
export function continueFrom(student: StudentTime, firstDay: string): StudentTime {
  const { firstDay: begun, lastDay, earlierDays } = student
  if (!lastDay) return { firstDay: begun ?? firstDay, lastDay, earlierDays }
  if (firstDay <= addDays(lastDay, 1)) return { firstDay: begun, lastDay: null, earlierDays }
  const before = [...parseEarlierDays(student), { firstDay: begun, lastDay }]
  return { firstDay, lastDay: null, earlierDays: JSON.stringify(before) }
}

/**
 * The time of a student whose account is closed with this last day. One before the first day back ends the time before, as if they had not
 * come back. Null if that had not begun either.
 */
export function closeOn(student: StudentTime, lastDay: string): StudentTime | null {
  const { firstDay, earlierDays } = student
  if ((firstDay ?? '') <= lastDay) return { firstDay, lastDay, earlierDays }
  const before = parseEarlierDays(student)
  const last = before.pop()
  if (!last || (last.firstDay ?? '') > lastDay) return null
  return { firstDay: last.firstDay, lastDay, earlierDays: JSON.stringify(before) }
}

/** The time of a student who leaves on `day`, unless it ends already. Who has not begun by then has only the times before, if any. */
export function endOn(student: StudentTime, day: string): StudentTime {
  const { firstDay, lastDay, earlierDays } = student
  if (lastDay || (firstDay ?? '') <= day) return { firstDay, lastDay: lastDay ?? day, earlierDays }
  const before = parseEarlierDays(student)
  const last = before.pop() ?? { firstDay: null, lastDay: null }
  return { ...last, earlierDays: JSON.stringify(before) }
}
