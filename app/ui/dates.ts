import { dateInWords } from '~/domain/dublin'

const withWeekday = new Intl.DateTimeFormat('en-IE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const inDublin = new Intl.DateTimeFormat('en-IE', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Dublin',
})
const clockInDublin = new Intl.DateTimeFormat('en-IE', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'Europe/Dublin',
})
const toTheSecond = new Intl.DateTimeFormat('en-IE', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
  timeZone: 'Europe/Dublin',
})
const longUs = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Dublin',
})

/** A day (YYYY-MM-DD) with its weekday: 'Friday 25 July 2025'. */
export function weekdayInWords(day: string): string {
  return withWeekday.format(new Date(`${day}T00:00:00Z`))
}

/** The day of a moment (ISO 8601) in Dublin: '20 November 2026'. */
export function dayInWords(moment: string): string {
  return inDublin.format(new Date(moment))
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

/** A period between two days (YYYY-MM-DD), as far as they are known: '1 September 2026 - 18 December 2026'. No date wraps across two lines. */
export function periodInWords(start: string | null, end: string | null): string {
  const [first, last] = [start, end].map((day) => day && dateInWords(day).replaceAll(' ', '\u00a0'))
  if (first && last) return `${first} - ${last}`
  return first ? `From ${first}` : last ? `Until ${last}` : ''
}
