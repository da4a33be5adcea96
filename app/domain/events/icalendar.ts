import createCalendar, {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { describeClosed } from './closed'
import { parseHours, toUtcMidnight } from './days'
import type { DatedEvent } from './events.server'

const DAY = 24 * 3_600_000
const ZONE = 'Europe/Dublin'

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
END:VTIMEZONE`

/** Without control characters, which RFC 5545 does not allow and ical-generator writes as they are. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}

/** RFC 5545 section 3.3.11. ical-generator escapes the texts of events, but not the calendar's name. */
const escaped = (name: string) =>
  withoutControls(name)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** Marks an event as free time (RFC 5545 section 3.8.2.7, and Outlook's own property), so that it does not block a family's day. */
const FREE = { transparency: ICalEventTransparency.TRANSPARENT, busystatus: ICalEventBusyStatus.FREE }

function timesOf(event: DatedEvent): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone'> {
  const start = toUtcMidnight(event)
  const hours = parseHours(event.time)
  if (!hours) return { allDay: true, start: new Date(start), end: new Date(start + DAY) }
  const day = new Date(start)
  // In a zone ical-generator writes a date's local hours, whichever zone the server is in.
  const at = (minutes: number) => new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 0, minutes)
  return { timezone: ZONE, start: at(hours.start), end: at(hours.end) }
}

function toCalendarEvent(event: DatedEvent, host: string): ICalEventData {
  const hours = parseHours(event.time)
  const spoken = event.time && !hours ? `Time: ${event.time}` : null
  const closed = describeClosed(event)
  const description = [closed && `${closed}.`, spoken, event.description].filter(Boolean).join('\n')
  return {
    id: `event-${event.id}@${host}`,
    stamp: new Date(event.changedAt),
    sequence: event.version - 1,
    ...timesOf(event),
    ...(event.closed || event.cancelled || !hours ? FREE : {}),
    // Some programs hide an event with this status, some strike it out, and some show it as any other: hence the words too.
    status: event.cancelled ? ICalEventStatus.CANCELLED : null,
    summary: withoutControls(event.cancelled ? `Not on: ${event.title}` : event.title),
    description: withoutControls(description) || null,
    location: event.location ? withoutControls(event.location) : null,
  }
}

/** The events as an iCalendar text (RFC 5545) named `name`, which is the same until one changes; `host` makes their UIDs unique. */
export function writeICalendar(events: DatedEvent[], { name, host }: { name: string; host: string }): string {
  const calendar = createCalendar({
    name: escaped(name),
    prodId: `//${escaped(name)}//Calendar//EN`,
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: 6 * 3600,
    // With a zone of its own, the calendar's stamps would be in that zone and not in UTC.
    timezone: { name: null, generator: () => dublin },
    x: { 'X-WR-TIMEZONE': ZONE },
    events: events.map((event) => toCalendarEvent(event, host)),
  })
  return `${calendar}\r\n`
}
