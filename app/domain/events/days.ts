import { type MonthName, months } from '~db/choices'

const HOUR = 3_600_000
const dateFormat = new Intl.DateTimeFormat('en-IE', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const dublinTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Dublin',
})

/** The moment (ISO 8601) when clocks in Dublin first show a day (YYYY-MM-DD) and time (20:30), or null. */
export function toDublinMoment(day: string, time: string): string | null {
  const utc = Date.parse(`${day}T${time}:00Z`)
  const moments = [new Date(utc - HOUR), new Date(utc)]
  return (
    moments.find((moment) => !Number.isNaN(utc) && formatDublinTime(moment) === `${day} ${time}`)?.toISOString() ?? null
  )
}

/** A moment in Dublin time: '2026-11-22 20:30'. */
export function formatDublinTime(moment: Date): string {
  return dublinTime.format(moment)
}

/** Formats a day (YYYY-MM-DD) as '20 November 2026'. */
export function formatDate(day: string): string {
  return dateFormat.format(new Date(`${day}T00:00:00Z`))
}

const DAY = 24 * 3_600_000

export interface Month {
  month: MonthName
  year: number
}
export interface Day extends Month {
  day: number
}

/** A range of days, each as '2025-10-14'. */
export interface DayRange {
  from: string
  /** The day after the last one. */
  before: string
}

export function toDayRange(day: Day): DayRange {
  return { from: formatIsoDay(day), before: addDays(formatIsoDay(day), 1) }
}

/** The calendar's years; new events are at most ten years ahead (getLastYear). */
export const CALENDAR_YEARS = { first: 2000, last: 2100 }
/** Years further ahead are typing mistakes. */
const MAX_YEARS_AHEAD = 10
/** For the API's description, which must not change every year. */
export const YEARS_AHEAD_TEXT = `At most ${MAX_YEARS_AHEAD} years ahead.`

/** The start of a day in UTC, for arithmetic only. */
export function toUtcMidnight({ day, month, year }: Day): number {
  return Date.UTC(year, months.indexOf(month), day)
}

export function toDay(moment: number): Day {
  const date = new Date(moment)
  return { day: date.getUTCDate(), month: months[date.getUTCMonth()]!, year: date.getUTCFullYear() }
}

const isExistingDay = (day: Day) => toDay(toUtcMidnight(day)).day === day.day

/** True if the day exists and is within the calendar's years. */
export function isRealDay(day: Day): boolean {
  return day.year >= CALENDAR_YEARS.first && day.year <= CALENDAR_YEARS.last && isExistingDay(day)
}

const dayPatterns = [
  // 2026-09-01, from date fields and programs
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  // 1/9/2026, in Irish order
  /^(?<day>\d{1,2}) ?[/.-] ?(?<month>\d{1,2}) ?[/.-] ?(?<year>\d{4}|\d{2})$/,
  // 1 September 2026, Tuesday 1st Sept. 2026
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? )?(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<name>[a-z]{3,9})\.?,? (?<year>\d{4})$/,
  // September 1, 2026
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/,
]

const findMonthNumber = (name: string) => months.findIndex((month) => month.toLowerCase().startsWith(name)) + 1

/** Earlier than the calendar, because board members may have started long ago. */
const OLDEST_YEAR = 1900

/** Parses '1 September 2026', '1/9/2026' (day first) or '2026-09-01'; null for anything else. Every form reads dates with it. */
export function parseDay(text: string): Day | null {
  const plain = text.slice(0, 60).trim().replace(/\s+/g, ' ').toLowerCase()
  const parts = dayPatterns.map((form) => form.exec(plain)?.groups).find(Boolean)
  if (!parts) return null
  const month = months[(parts.name ? findMonthNumber(parts.name) : Number(parts.month)) - 1]
  const year = Number(parts.year) + (parts.year?.length === 2 ? 2000 : 0)
  if (!month || year < OLDEST_YEAR || year > CALENDAR_YEARS.last) return null
  const day = { day: Number(parts.day), month, year }
  return isExistingDay(day) ? day : null
}

/** A day in date fields and addresses: '2025-10-14'. Such texts sort chronologically. */
export function formatIsoDay(day: Day): string {
  return new Date(toUtcMidnight(day)).toISOString().slice(0, 10)
}

/** Adds days to a day, both as '2025-10-14'; negative numbers go back. */
export const addDays = (day: string, days: number): string => formatIsoDay(toDay(Date.parse(day) + days * DAY))

/** A first day and, if there are several, the last one. */
export interface Days extends Day {
  /** '2026-01-02'; null for one day. */
  endDate: string | null
}

/** Longer events are typing mistakes. It also bounds how far back queries look for events that still last. */
export const MAX_EVENT_DAYS = 92

/** How many days follow the first one. */
export function countDaysAfterFirst({ endDate, ...first }: Days): number {
  return endDate === null ? 0 : (Date.parse(endDate) - toUtcMidnight(first)) / DAY
}

/** The last day, `number` days after the first; null if it is the first. */
export const toEndDate = (first: Day, number: number): string | null =>
  number > 0 ? addDays(formatIsoDay(first), number) : null

/** Each of the days, as '2025-10-14'. */
export function listDays(days: Days): string[] {
  const first = formatIsoDay(days)
  return Array.from({ length: countDaysAfterFirst(days) + 1 }, (_, number) => addDays(first, number))
}

/** '14 October 2025'. */
export function formatShortDate({ day, month, year }: Day): string {
  return `${day} ${month} ${year}`
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** 'Tuesday'. */
export const formatWeekday = (day: Day): string => weekday.format(toUtcMidnight(day))

/** The long en-GB form, 'Tuesday, 14 October 2025'. Formatted here, because browsers differ about the comma. */
export function formatLongDate(day: Day): string {
  return `${formatWeekday(day)}, ${formatShortDate(day)}`
}

/** The short form for narrow places: 'Tue 14 Oct 2025'. */
export function formatBriefDate(day: Day): string {
  return `${formatWeekday(day).slice(0, 3)} ${day.day} ${day.month.slice(0, 3)} ${day.year}`
}

/** Today in Dublin, whatever the server's time zone. */
export function getToday(now = new Date()): Day {
  return parseDay(formatDublinTime(now).slice(0, 10)) ?? toDay(now.getTime())
}

export function getLastYear(now: Pick<Day, 'year'> = getToday()): number {
  return Math.min(now.year + MAX_YEARS_AHEAD, CALENDAR_YEARS.last)
}
