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
