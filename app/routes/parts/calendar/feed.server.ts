import createCalendar, {
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { listDays, toUtcMidnight } from '~/domain/events/days'
import type { DatedEvent } from '~/domain/events/events.server'
import { parseHours } from '~/domain/times'
import { createTextResponse } from '~/http/answers/file-answer.server'
import type { SiteSettings } from '~/settings.server'
import { describeClosed } from '~/ui/badge'

/** Responds with events as an iCalendar named `name`, or 304 if they have not changed. */
export function createCalendarResponse(
  request: Request,
  { publicUrl }: SiteSettings,
  { name, file, events }: { name: string; file: string; events: DatedEvent[] },
): Response {
  const text = writeICalendar(events, { name, host: publicUrl?.hostname ?? 'riverbank.localhost' })
  return createTextResponse(request, text, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': `inline; filename="${file}.ics"`,
  })
}

const DAY = 24 * 3_600_000
const ZONE = 'Europe/Dublin'

/** Irish time as phones accept it: winter as standard time, summer as daylight saving time. (Irish law says the reverse.) */
const DUBLIN_TIMEZONE = `BEGIN:VTIMEZONE
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

/** RFC 5545 does not allow control characters, and ical-generator does not remove them. */
function removeControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}

/** RFC 5545 section 3.3.11. ical-generator escapes events' texts, but not the calendar's name. */
const escapeText = (name: string) =>
  removeControls(name)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** Free time (RFC 5545 section 3.8.2.7, and Outlook's own property): the event does not block a family's day. */
const FREE_TIME = { transparency: ICalEventTransparency.TRANSPARENT, busystatus: ICalEventBusyStatus.FREE }

/** The hours of an event of one day. If there are several, its time is that of each day, which one VEVENT can't say. */
const getHours = ({ time, endDate }: DatedEvent) => (endDate === null ? parseHours(time) : null)

function getTimes(event: DatedEvent): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone'> {
  const start = toUtcMidnight(event)
  const hours = getHours(event)
  if (!hours) return { allDay: true, start: new Date(start), end: new Date(start + listDays(event).length * DAY) }
  const day = new Date(start)
  // With a time zone set, ical-generator writes a date's local hours, whatever the server's zone.
  const at = (minutes: number) => new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 0, minutes)
  return { timezone: ZONE, start: at(hours.start), end: at(hours.end) }
}

function toCalendarEvent(event: DatedEvent, host: string): ICalEventData {
  const hours = getHours(event)
  const timeText = event.time && !hours ? `Time: ${event.time}` : null
  const closed = describeClosed(event)
  const description = [closed && `${closed}.`, timeText, event.description].filter(Boolean).join('\n')
  return {
    id: `event-${event.id}@${host}`,
    stamp: new Date(event.changedAt),
    sequence: event.version - 1,
    ...getTimes(event),
    ...(event.closed || event.cancelled || !hours ? FREE_TIME : {}),
    // Some programs ignore this status, so the texts say it too.
    status: event.cancelled ? ICalEventStatus.CANCELLED : null,
    summary: removeControls(event.cancelled ? `Not on: ${event.title}` : event.title),
    description: removeControls(description) || null,
    location: event.location ? removeControls(event.location) : null,
  }
}

/** The events as an iCalendar text (RFC 5545) named `name`, unchanged until an event changes; `host` makes the UIDs unique. */
export function writeICalendar(events: DatedEvent[], { name, host }: { name: string; host: string }): string {
  const calendar = createCalendar({
    name: escapeText(name),
    prodId: `//${escapeText(name)}//Calendar//EN`,
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: 6 * 3600,
    // If the calendar had its own zone, its stamps would be in that zone, not in UTC.
    timezone: { name: null, generator: () => DUBLIN_TIMEZONE },
    x: { 'X-WR-TIMEZONE': ZONE },
    events: events.map((event) => toCalendarEvent(event, host)),
  })
  return `${calendar}\r\n`
}
