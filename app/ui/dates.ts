import { type Day, type Days, formatDate, formatIsoDay } from '~/domain/events/days'

const dateOptions = { day: 'numeric', month: 'long', year: 'numeric' } as const
const timeOptions = { hour: '2-digit', minute: '2-digit', hour12: false } as const
const createDublinFormat = (options: Intl.DateTimeFormatOptions, language = 'en-IE') =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'Europe/Dublin' })

const weekdayAndDate = new Intl.DateTimeFormat('en-IE', { weekday: 'long', ...dateOptions, timeZone: 'UTC' })
const dateInDublin = createDublinFormat(dateOptions)
const clockInDublin = createDublinFormat(timeOptions)
const timeWithSeconds = createDublinFormat({ ...timeOptions, second: '2-digit' })
const usDate = createDublinFormat(dateOptions, 'en-US')

/** Formats a day (YYYY-MM-DD) with its weekday: 'Friday 25 July 2025'. */
export function formatDayWithWeekday(day: string): string {
  return weekdayAndDate.format(new Date(`${day}T00:00:00Z`))
}

/** Formats a moment (ISO 8601) as a day in Dublin: '20 November 2026'. */
export function formatDay(moment: string): string {
  return dateInDublin.format(new Date(moment))
}

/** Formats a moment (ISO 8601) as a time in Dublin: '15:04'. */
export function formatTime(moment: string): string {
  return clockInDublin.format(new Date(moment))
}

/** Formats a moment (ISO 8601) as a time in Dublin with seconds: '15:04:10'. */
export function formatTimeWithSeconds(moment: string): string {
  return timeWithSeconds.format(new Date(moment))
}

/** Formats a moment (ISO 8601) as a day in long US form, which the spec wants for newsletters: 'June 5, 2024'. */
export function formatUsDate(moment: string): string {
  return usDate.format(new Date(moment))
}

/** Formats a moment (ISO 8601) as day and time in Dublin: '20 November 2026, 15:04'. */
export function formatDateTime(moment: string): string {
  return `${formatDay(moment)}, ${formatTime(moment)}`
}

/** Formats a period of days (YYYY-MM-DD): '1 September 2026 to 18 December 2026'. Day and month stay on one line. */
export function formatPeriod(start: string | null, end: string | null): string {
  const [first, last] = [start, end].map((day) => day && formatDate(day).replace(' ', '\u00a0'))
  if (first && last) return `${first} to ${last}`
  return first ? `From ${first}` : last ? `Until ${last}` : ''
}

/** Formats an event's day with `formatOne`, or its days as a period. */
export function formatEventDays(event: Days, formatOne: (day: Day) => string): string {
  return event.endDate ? formatPeriod(formatIsoDay(event), event.endDate) : formatOne(event)
}
