import { months } from '~db/choices'
import { type Day, type Days, dayAt, isoDay, type Month, midnight } from './days'

const MONTHS_IN_TERM = 4
const DAY = 24 * 3_600_000

/** The four months that the calendar shows, named by the first. */
export type Term = Month

/** The calendar's months until a tutor moves them. */
export const firstTerm: Term = { month: 'September', year: 2025 }

/** The month `steps` after this one. */
function monthAfter({ month, year }: Month, steps: number): Month {
  const { day: _, ...later } = dayAt(Date.UTC(year, months.indexOf(month) + steps, 1))
  return later
}

/** The term's four months, in order. */
export function monthsOf(term: Term): Month[] {
  return Array.from({ length: MONTHS_IN_TERM }, (_, step) => monthAfter(term, step))
}

/** The term's days. */
export function daysOf(term: Term): Days {
  return { from: isoDay({ ...term, day: 1 }), before: isoDay({ ...monthAfter(term, MONTHS_IN_TERM), day: 1 }) }
}

/** 'September to December'. */
export function termInWords(term: Term): string {
  return `${term.month} to ${monthAfter(term, MONTHS_IN_TERM - 1).month}`
}

/** True when a day lies in the term. */
export function isInTerm({ month, year }: Month, term: Term): boolean {
  return monthsOf(term).some((one) => one.month === month && one.year === year)
}

/** True when the term's last day is before `day`. */
export function isOver(term: Term, day: Day): boolean {
  return midnight(day) >= midnight({ ...monthAfter(term, MONTHS_IN_TERM), day: 1 })
}

/** A month's weeks, Monday first, padded with null. */
export function weeksOf(month: Month): (Day | null)[][] {
  const first = midnight({ ...month, day: 1 })
  const end = midnight({ ...monthAfter(month, 1), day: 1 })
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY
  const weeks: (Day | null)[][] = []
  for (let start = monday; start < end; start += 7 * DAY)
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) => start + weekday * DAY).map((moment) =>
        moment < first || moment >= end ? null : dayAt(moment),
      ),
    )
  return weeks
}
