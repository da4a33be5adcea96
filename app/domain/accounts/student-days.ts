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

/** The time of a student who comes back on `firstDay`. The days between do not count; without any, they never left. */
export function continueFrom(student: StudentTime, firstDay: string): StudentTime {
  const { firstDay: begun, lastDay, earlierDays } = student
  if (!lastDay) return { firstDay: begun ?? firstDay, lastDay, earlierDays }
  if (firstDay <= addDays(lastDay, 1)) return { firstDay: begun, lastDay: null, earlierDays }
  const before = [...parseEarlierDays(student), { firstDay: begun, lastDay }]
  return { firstDay, lastDay: null, earlierDays: JSON.stringify(before) }
}

/** The time of a student who leaves on `day`, unless it ends already. Who has not begun by then has only the times before, if any. */
export function endOn(student: StudentTime, day: string): StudentTime {
  const { firstDay, lastDay, earlierDays } = student
  if (lastDay || (firstDay ?? '') <= day) return { firstDay, lastDay: lastDay ?? day, earlierDays }
  const before = parseEarlierDays(student)
  const last = before.pop() ?? { firstDay: null, lastDay: null }
  return { ...last, earlierDays: JSON.stringify(before) }
}
