import { closedInWords } from './closed'
import { dayAt, isoDay, midnight, readHours } from './days'
import type { DatedEvent, Event } from './events.server'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Irish time in the form that phones accept: winter as standard time, summer as daylight saving (Irish law defines it the other way round). */
const dublin = `BEGIN:VTIMEZONE
TZID:Europe/Dublin
X-LIC-LOCATION:Europe/Dublin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
TZNAME:IST
DTSTART:19700329T010000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
TZNAME:GMT
DTSTART:19701025T020000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`.split('\n')

/** RFC 5545 section 3.3.11: escaped text. Control characters are not allowed at all. */
function escaped(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\n/g, '\\n')
  )
}

/** RFC 5545 section 3.1: lines of at most 75 octets, without splitting a character. */
function folded(line: string): string {
  const lines = ['']
  let room = 75
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (octets > room) {
      lines.push(' ')
      room = 74
    }
    lines[lines.length - 1] += character
    room -= octets
  }
  return lines.join('\r\n')
}

const date = (moment: number) => isoDay(dayAt(moment)).replaceAll('-', '')
const clock = (moment: number) => new Date(moment).toISOString().slice(11, 19).replaceAll(':', '')
const utc = (moment: string) => `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const local = (moment: number) => `TZID=Europe/Dublin:${date(moment)}T${clock(moment)}`

function when(event: Event): string[] {
  const start = midnight(event)
  const hours = readHours(event.time)
  return hours
    ? [`DTSTART;${local(start + hours.start * MINUTE)}`, `DTEND;${local(start + hours.end * MINUTE)}`]
    : [`DTSTART;VALUE=DATE:${date(start)}`, `DTEND;VALUE=DATE:${date(start + DAY)}`]
}

/** Marks an event as free time (RFC 5545 section 3.8.2.7, and Outlook's own property), so that it does not block a family's day. */
const FREE = ['TRANSP:TRANSPARENT', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE']

function eventLines(event: DatedEvent, host: string): string[] {
  const spoken = event.time && !readHours(event.time) ? `Time: ${event.time}` : null
  const closed = closedInWords(event)
  const description = [closed && `${closed}.`, spoken, event.description].filter(Boolean).join('\n')
  return [
    'BEGIN:VEVENT',
    `UID:event-${event.id}@${host}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `SEQUENCE:${event.version - 1}`,
    ...when(event),
    ...(event.closed || event.cancelled || !readHours(event.time) ? FREE : []),
    // Of an event with this status, some programs show nothing, some strike it out, and some show it as any other: hence the words too.
    ...(event.cancelled ? ['STATUS:CANCELLED'] : []),
    `SUMMARY:${escaped(event.cancelled ? `Not on: ${event.title}` : event.title)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    'END:VEVENT',
  ]
}

/** The events as an iCalendar text (RFC 5545) named `name`, which is the same until one changes; `host` makes their UIDs unique. */
export function icalendar(events: DatedEvent[], { name, host }: { name: string; host: string }): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(name)}//Calendar//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'X-WR-TIMEZONE:Europe/Dublin',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...dublin,
    ...events.flatMap((event) => eventLines(event, host)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}
