import { formatDublinTime } from '~/domain/dublin'
import { type MonthName, months } from '~db/choices'

const DAY = 24 * 3_600_000

export interface Month {
  month: MonthName
  year: number
}
export interface Day extends Month {
  day: number
}

/** A range of days, '2025-10-14' each. */
export interface Days {
  from: string
  /** The day after the last one. */
  before: string
}

export function parseIsoDay(day: Day): Days {
  return { from: formatIsoDay(day), before: addDays(formatIsoDay(day), 1) }
}

/** The years of the calendar; new events are at most ten years ahead (getLastYear). */
export const CALENDAR_YEARS = { first: 2000, last: 2100 }
/** How many years ahead anything can be planned: further on, the year was mistyped. */
const AHEAD = 10
/** The same in words, for the API's document: a bound there would be another one each year. */
export const YEARS_AHEAD_TEXT = `At most ${AHEAD} years ahead.`

/** The moment a day begins in UTC; for arithmetic only. */
export function toUtcMidnight({ day, month, year }: Day): number {
  return Date.UTC(year, months.indexOf(month), day)
}

export function toDay(moment: number): Day {
  const date = new Date(moment)
  return { day: date.getUTCDate(), month: months[date.getUTCMonth()]!, year: date.getUTCFullYear() }
}

const isOfCalendar = (day: Day) => toDay(toUtcMidnight(day)).day === day.day

/** True when the day exists and is within `years`. */
export function isRealDay(day: Day): boolean {
  return day.year >= CALENDAR_YEARS.first && day.year <= CALENDAR_YEARS.last && isOfCalendar(day)
}

const written = [
  // 2026-09-01, as date fields and programs write it
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  // 1/9/2026, in the Irish order
  /^(?<day>\d{1,2}) ?[/.-] ?(?<month>\d{1,2}) ?[/.-] ?(?<year>\d{4}|\d{2})$/,
  // 1 September 2026, Tuesday 1st Sept. 2026
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? )?(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<name>[a-z]{3,9})\.?,? (?<year>\d{4})$/,
  // September 1, 2026
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/,
]

const monthCalled = (name: string) => months.findIndex((month) => month.toLowerCase().startsWith(name)) + 1

/** The years of any date: a board may have met before the first event of the calendar. */
const oldest = 1900

/** The day in '1 September 2026', '1/9/2026' (day first) or '2026-09-01', or null. Every form reads dates with it. */
export function parseDay(text: string): Day | null {
  const plain = text.slice(0, 60).trim().replace(/\s+/g, ' ').toLowerCase()
  const parts = written.map((form) => form.exec(plain)?.groups).find(Boolean)
  if (!parts) return null
  const month = months[(parts.name ? monthCalled(parts.name) : Number(parts.month)) - 1]
  const year = Number(parts.year) + (parts.year?.length === 2 ? 2000 : 0)
  if (!month || year < oldest || year > CALENDAR_YEARS.last) return null
  const day = { day: Number(parts.day), month, year }
  return isOfCalendar(day) ? day : null
}

/** A day as a date field and an address write it: '2025-10-14'. Such texts sort chronologically. */
export function formatIsoDay(day: Day): string {
  return new Date(toUtcMidnight(day)).toISOString().slice(0, 10)
}

/** So many days later than a day, '2025-10-14' both; earlier where they are negative. */
export const addDays = (day: string, days: number): string => formatIsoDay(toDay(Date.parse(day) + days * DAY))

/** '14 October 2025'. */
export function formatShortDate({ day, month, year }: Day): string {
  return `${day} ${month} ${year}`
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** The long en-GB form of a day, 'Tuesday, 14 October 2025'. Browsers differ about the comma; this doesn't. */
export function formatLongDate(day: Day): string {
  return `${weekday.format(toUtcMidnight(day))}, ${formatShortDate(day)}`
}

/** A day where there is little room: 'Tue 14 Oct 2025'. */
export function formatBriefDate(day: Day): string {
  return `${weekday.format(toUtcMidnight(day)).slice(0, 3)} ${day.day} ${day.month.slice(0, 3)} ${day.year}`
}

/** Today in Dublin, whatever the server's time zone. */
export function getToday(now = new Date()): Day {
  return parseDay(formatDublinTime(now).slice(0, 10)) ?? toDay(now.getTime())
}

export function getLastYear(now: Pick<Day, 'year'> = getToday()): number {
  return Math.min(now.year + AHEAD, CALENDAR_YEARS.last)
}

/** Start and end of an event in Dublin time, in minutes after midnight; an end on the next day is above 1440. */
export interface Hours {
  start: number
  end: number
}

const HOUR = 60
const NOON = 12 * HOUR
const MIDNIGHT = 24 * HOUR
/** Latest end on the next day, in minutes. We take a later one for a typing error. */
const LATEST_NIGHT = 6 * HOUR
const CLOCK = /^((?:12 )?(?:noon|midday|midnight)|\d{1,2}(?:[:.]\d{2})?)\s*([ap]\.?m\.?)?$/
const UNTIL = /-|–|—|to|until/
const ALL_DAY = /^all[ -]?day$/i

/** The minutes after midnight of '14:00', '9.30', '2pm' or 'noon', or null. A bare '2' could be in either half of the day. */
function minutes(text: string, half?: string): number | null {
  if (/n|d/.test(text)) return half ? null : text.endsWith('midnight') ? 0 : NOON
  const [hour, minute] = text.split(/[:.]/)
  const [hours, rest] = [Number(hour), Number(minute ?? 0)]
  if (rest > 59 || (!half && (minute === undefined || hours > 23))) return null
  if (!half) return hours * HOUR + rest
  return hours < 1 || hours > 12 ? null : (hours % 12) * HOUR + rest + (half.startsWith('p') ? NOON : 0)
}

/** The readings of a time whose half of the day may stand at the other time of the range alone, as in '2-4pm' and '10am-2'. */
function readings(text: string, halves: (string | undefined)[]): number[] {
  return halves.map((half) => minutes(text, half)).filter((moment) => moment !== null)
}

const BACKWARDS = 'ends before it begins'

/** Parses a time or a range, which may end after midnight; null if it can't be parsed. */
function parsed(time: string): { start: number; end?: number } | typeof BACKWARDS | null {
  const written = time.slice(0, 60).toLowerCase().split(UNTIL)
  const [begin, end, ...more] = written.map((text) => CLOCK.exec(text.trim()))
  if (!begin || end === null || more.length > 0) return null
  const [, from = '', fromHalf] = begin
  const [, to, toHalf] = end ?? []
  const starts = readings(from, fromHalf || !toHalf ? [fromHalf] : [toHalf, 'am', undefined, 'pm'])
  if (to === undefined) return starts[0] === undefined ? null : { start: starts[0] }
  const ends = readings(
    to.replace(/^24[:.]00$/, '0:00'),
    toHalf || !fromHalf ? [toHalf] : [undefined, fromHalf, 'pm', 'am'],
  )
  const ranges = starts.flatMap((start) => ends.map((end) => ({ start, end })))
  const [first] = ranges
  const night = ranges.find(({ start, end }) => start >= NOON && end <= LATEST_NIGHT)
  return (
    ranges.find(({ start, end }) => start < end) ??
    (night ? { start: night.start, end: night.end + MIDNIGHT } : first ? BACKWARDS : null)
  )
}

/** True for a range of times whose end is not after its start. */
export const endsBeforeItBegins = (time: string): boolean => parsed(time) === BACKWARDS

/** The hours of an event's time: '14:00-16:00', '2-4pm', or '14:00' for one hour; null when it can't be parsed. */
export function parseHours(time: string | null): Hours | null {
  const hours = parsed(time ?? '')
  if (hours === BACKWARDS) return null
  return hours && { start: hours.start, end: hours.end ?? hours.start + HOUR }
}

const inWords = (moment: number) =>
  [Math.floor((moment % MIDNIGHT) / HOUR), moment % HOUR].map((part) => String(part).padStart(2, '0')).join(':')

/** A time as people write it, as the calendar shows it: '14:00', '14:00-16:00', '20:00-00:30' or 'All day'; null when it is no time. */
export function normalizeTime(text: string): string | null {
  if (ALL_DAY.test(text.trim())) return 'All day'
  const hours = parsed(text)
  if (!hours || hours === BACKWARDS) return null
  return hours.end === undefined ? inWords(hours.start) : `${inWords(hours.start)}-${inWords(hours.end)}`
}
