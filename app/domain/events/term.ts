import { months } from '~db/choices'
import { type Day, type DayRange, formatIsoDay, isRealDay, type Month, parseDay, toDay, toUtcMidnight } from './days'

const MONTHS_IN_TERM = 4
const DAY = 24 * 3_600_000

/** The four months that the calendar shows, identified by the first. */
export type Term = Month

/** The month `steps` later, or earlier if negative. */
function addMonths({ month, year }: Month, steps: number): Month {
  const { day: _, ...later } = toDay(Date.UTC(year, months.indexOf(month) + steps, 1))
  return later
}

/** The term of a day: January to April, May to August, or September to December. */
export function getTermOfDay({ month, year }: Month): Term {
  const first = Math.floor(months.indexOf(month) / MONTHS_IN_TERM) * MONTHS_IN_TERM
  return { month: months[first]!, year }
}

/** A term in the calendar's address: '2026-05' for May to August 2026. */
export function formatIsoTerm(term: Term): string {
  return formatIsoDay({ ...term, day: 1 }).slice(0, 7)
}

/** Reads the term of a month such as '2026-03'; null for anything else. */
export function parseTerm(text: string): Term | null {
  const day = /^\d{4}-\d{2}$/.test(text) ? parseDay(`${text}-01`) : null
  return day && isRealDay(day) ? getTermOfDay(day) : null
}

/** The term `steps` later, or earlier if negative. */
export const addTerms = (term: Term, steps: number): Term => addMonths(term, steps * MONTHS_IN_TERM)

export function getMonthsOfTerm(term: Term): Month[] {
  return Array.from({ length: MONTHS_IN_TERM }, (_, step) => addMonths(term, step))
}

export function getDaysOfTerm(term: Term): DayRange {
  return {
    from: formatIsoDay({ ...term, day: 1 }),
    before: formatIsoDay({ ...addMonths(term, MONTHS_IN_TERM), day: 1 }),
  }
}

/** 'September to December'. */
export function formatTerm(term: Term): string {
  return `${term.month} to ${addMonths(term, MONTHS_IN_TERM - 1).month}`
}

/** 'September to December 2026'. */
export const formatTermAndYear = (term: Term): string => `${formatTerm(term)} ${term.year}`

export function isInTerm(month: Month, term: Term): boolean {
  return isSameMonth(getTermOfDay(month), term)
}

export const isSameMonth = (one: Month, other: Month): boolean => one.month === other.month && one.year === other.year

/** A month's weeks, Monday first, padded with null. */
export function getWeeksOfMonth(month: Month): (Day | null)[][] {
  const first = toUtcMidnight({ ...month, day: 1 })
  const end = toUtcMidnight({ ...addMonths(month, 1), day: 1 })
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY
  const within = (moment: number) => (moment < first || moment >= end ? null : toDay(moment))
  const weeks: (Day | null)[][] = []
  for (let start = monday; start < end; start += 7 * DAY)
    weeks.push(Array.from({ length: 7 }, (_, weekday) => within(start + weekday * DAY)))
  return weeks
}
