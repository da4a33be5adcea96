import { months } from '~db/choices'
import { type Day, type Days, dayAt, isoDay, isRealDay, type Month, midnight, readDay } from './days'

const MONTHS_IN_TERM = 4
const DAY = 24 * 3_600_000

/** The four months that the calendar shows, named by the first. */
export type Term = Month

export const firstTerm: Term = { month: 'September', year: 2025 }

/** The month `steps` after this one, or before it. */
export function monthAfter({ month, year }: Month, steps: number): Month {
  const { day: _, ...later } = dayAt(Date.UTC(year, months.indexOf(month) + steps, 1))
  return later
}

/** The term that a day is in: January to April, May to August, or September to December. */
export function termAt({ month, year }: Month): Term {
  const first = Math.floor(months.indexOf(month) / MONTHS_IN_TERM) * MONTHS_IN_TERM
  return { month: months[first]!, year }
}

/** One month as the calendar's address has it: '2026-03'. */
export function isoMonth(month: Month): string {
  return isoDay({ ...month, day: 1 }).slice(0, 7)
}

export function readMonth(text: string): Month | null {
  const day = /^\d{4}-\d{2}$/.test(text) ? readDay(`${text}-01`) : null
  return day && isRealDay(day) ? { month: day.month, year: day.year } : null
}

export function daysOfMonth(month: Month): Days {
  return { from: isoDay({ ...month, day: 1 }), before: isoDay({ ...monthAfter(month, 1), day: 1 }) }
}

export function monthsOf(term: Term): Month[] {
  return Array.from({ length: MONTHS_IN_TERM }, (_, step) => monthAfter(term, step))
}

export function daysOf(term: Term): Days {
  return { from: isoDay({ ...term, day: 1 }), before: isoDay({ ...monthAfter(term, MONTHS_IN_TERM), day: 1 }) }
}

/** 'September to December'. */
export function termInWords(term: Term): string {
  return `${term.month} to ${monthAfter(term, MONTHS_IN_TERM - 1).month}`
}

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
  const within = (moment: number) => (moment < first || moment >= end ? null : dayAt(moment))
  const weeks: (Day | null)[][] = []
  for (let start = monday; start < end; start += 7 * DAY)
    weeks.push(Array.from({ length: 7 }, (_, weekday) => within(start + weekday * DAY)))
  return weeks
}
