import { dateInWords } from '~/domain/dublin'

const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const
const inDublin = (options: Intl.DateTimeFormatOptions, language = 'en-IE') =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'Europe/Dublin' })

const weekdayAndDate = new Intl.DateTimeFormat('en-IE', { weekday: 'long', ...date, timeZone: 'UTC' })
const dateInDublin = inDublin(date)
const clockInDublin = inDublin(clock)
const toTheSecond = inDublin({ ...clock, second: '2-digit' })
const longUs = inDublin(date, 'en-US')

/** A day (YYYY-MM-DD) with its weekday: 'Friday 25 July 2025'. */
export function weekdayInWords(day: string): string {
  return weekdayAndDate.format(new Date(`${day}T00:00:00Z`))
}

/** The day of a moment (ISO 8601) in Dublin: '20 November 2026'. */
export function dayInWords(moment: string): string {
  return dateInDublin.format(new Date(moment))
}

/** The time of a moment (ISO 8601) in Dublin: '15:04'. */
export function timeInWords(moment: string): string {
  return clockInDublin.format(new Date(moment))
}

/** The time of a moment (ISO 8601) in Dublin with seconds: '15:04:10'. */
export function secondInWords(moment: string): string {
  return toTheSecond.format(new Date(moment))
}

/** The day of a moment (ISO 8601) in long US form, as newsletters show it: 'June 5, 2024'. */
export function longUsDate(moment: string): string {
  return longUs.format(new Date(moment))
}

/** A moment (ISO 8601) in Dublin: '20 November 2026, 15:04'. */
export function momentInWords(moment: string): string {
  return `${dayInWords(moment)}, ${timeInWords(moment)}`
}

/** A period between two days (YYYY-MM-DD), as far as they are known: '1 September 2026 - 18 December 2026'. A day keeps its month beside it. */
export function periodInWords(start: string | null, end: string | null): string {
  const [first, last] = [start, end].map((day) => day && dateInWords(day).replace(' ', '\u00a0'))
  if (first && last) return `${first} - ${last}`
  return first ? `From ${first}` : last ? `Until ${last}` : ''
}
