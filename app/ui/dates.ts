const inWords = new Intl.DateTimeFormat('en-IE', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const withWeekday = new Intl.DateTimeFormat('en-IE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day (YYYY-MM-DD) in words: '20 November 2026'. */
export function dateInWords(day: string): string {
  return inWords.format(new Date(`${day}T00:00:00Z`))
}

/** A day (YYYY-MM-DD) in words with its weekday: 'Friday 25 July 2025'. */
export function weekdayInWords(day: string): string {
  return withWeekday.format(new Date(`${day}T00:00:00Z`))
}
