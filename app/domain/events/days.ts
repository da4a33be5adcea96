import { type MonthName, months } from '~db/choices'

const DAY = 24 * 3_600_000

/** The weekdays of a calendar's head, Monday first as in Ireland. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export interface Month {
  month: MonthName
  year: number
}
/** A day as an event holds it. */
export interface Day extends Month {
  day: number
}

/** A range of days, '2025-10-14' each. */
export interface Days {
  from: string
  /** The day after the last one. */
  before: string
}

/** One day as a range. */
export function dayAlone(day: Day): Days {
  return { from: isoDay(day), before: isoDay(dayAt(midnight(day) + DAY)) }
}

/** The years that a day may have. */
export const years = { first: 2000, last: 2100 }

/** The moment a day begins in UTC; for arithmetic only. */
export function midnight({ day, month, year }: Day): number {
  return Date.UTC(year, months.indexOf(month), day)
}

/** The day of a moment in UTC. */
export function dayAt(moment: number): Day {
  const date = new Date(moment)
  return { day: date.getUTCDate(), month: months[date.getUTCMonth()]!, year: date.getUTCFullYear() }
}

/** True when the day exists and is within `years`. */
export function isRealDay(day: Day): boolean {
  return day.year >= years.first && day.year <= years.last && dayAt(midnight(day)).day === day.day
}

/** The day in '2025-10-14' (a date field) or '14/10/2025' (typed), or null when there is none. */
export function readDay(text: string): Day | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const typed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  const [year, month, day] = (iso?.slice(1) ?? typed?.slice(1).reverse() ?? []).map(Number)
  const name = months[(month ?? 0) - 1]
  if (!year || !name || !day) return null
  const found = { day, month: name, year }
  return isRealDay(found) ? found : null
}

/** A day as a date field and an address write it: '2025-10-14'. Such texts sort chronologically. */
export function isoDay(day: Day): string {
  return new Date(midnight(day)).toISOString().slice(0, 10)
}

/** '14 October 2025'. */
export function shortDate({ day, month, year }: Day): string {
  return `${day} ${month} ${year}`
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** The long en-GB form of a day, 'Tuesday, 14 October 2025'. Browsers differ about the comma; this doesn't. */
export function longDate(day: Day): string {
  return `${weekday.format(midnight(day))}, ${shortDate(day)}`
}

/** Today in Dublin, whatever the server's time zone. */
export function today(now = new Date()): Day {
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'Europe/Dublin',
  })
  return readDay(parts.format(now)) ?? dayAt(now.getTime())
}
