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

/** An event's start and end in Dublin time, in minutes after midnight; an end on the next day is above 1440. */
export interface Hours {
  start: number
  end: number
}

const HOUR = 60
const NOON = 12 * HOUR
const MIDNIGHT = 24 * HOUR
/** The latest end on the next day, in minutes. A later one is probably a typing mistake. */
const LATEST_NIGHT = 6 * HOUR
const CLOCK = /^((?:12 )?(?:noon|midday|midnight)|\d{1,2}(?:[:.]\d{2})?)\s*([ap]\.?m\.?)?$/
const UNTIL = /-|–|—|to|until/
const ALL_DAY = /^all[ -]?day$/i

/** The minutes after midnight of '14:00', '9.30', '2pm' or 'noon', or null. A bare '2' could be morning or afternoon. */
function parseMinutes(text: string, half?: string): number | null {
  if (/n|d/.test(text)) return half ? null : text.endsWith('midnight') ? 0 : NOON
  const [hour, minute] = text.split(/[:.]/)
  const [hours, rest] = [Number(hour), Number(minute ?? 0)]
  if (rest > 59 || (!half && (minute === undefined || hours > 23))) return null
  if (!half) return hours * HOUR + rest
  return hours < 1 || hours > 12 ? null : (hours % 12) * HOUR + rest + (half.startsWith('p') ? NOON : 0)
}

/** The possible times of one end of a range whose 'am' or 'pm' may be only at the other end, as in '2-4pm' and '10am-2'. */
function listReadings(text: string, halves: (string | undefined)[]): number[] {
  return halves.map((half) => parseMinutes(text, half)).filter((moment) => moment !== null)
}

const BACKWARDS = 'ends before it begins'

/** Parses a time or a range, which may end after midnight; null if it is not one. */
function parseTimeRange(time: string): { start: number; end?: number } | typeof BACKWARDS | null {
  const written = time.slice(0, 60).toLowerCase().split(UNTIL)
  const [begin, end, ...more] = written.map((text) => CLOCK.exec(text.trim()))
  if (!begin || end === null || more.length > 0) return null
  const [, from = '', fromHalf] = begin
  const [, to, toHalf] = end ?? []
  const starts = listReadings(from, fromHalf || !toHalf ? [fromHalf] : [toHalf, 'am', undefined, 'pm'])
  if (to === undefined) return starts[0] === undefined ? null : { start: starts[0] }
  const ends = listReadings(
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

/** True for a range whose end is not after its start. */
export const endsBeforeItBegins = (time: string): boolean => parseTimeRange(time) === BACKWARDS

/** The hours of an event's time: '14:00-16:00', '2-4pm', or '14:00' for one hour; null if it can't be parsed. */
export function parseHours(time: string | null): Hours | null {
  const hours = parseTimeRange(time ?? '')
  if (hours === BACKWARDS) return null
  return hours && { start: hours.start, end: hours.end ?? hours.start + HOUR }
}

const formatMinutes = (moment: number) =>
  [Math.floor((moment % MIDNIGHT) / HOUR), moment % HOUR].map((part) => String(part).padStart(2, '0')).join(':')

/** Normalizes a typed time for the calendar: '14:00', '14:00-16:00', '20:00-00:30' or 'All day'; null if it is not a time. */
export function normalizeTime(text: string): string | null {
  if (ALL_DAY.test(text.trim())) return 'All day'
  const hours = parseTimeRange(text)
  if (!hours || hours === BACKWARDS) return null
  return hours.end === undefined
    ? formatMinutes(hours.start)
    : `${formatMinutes(hours.start)}-${formatMinutes(hours.end)}`
}
