import type { DatedEvent } from '~/domain/events/events.server'
import { writeICalendar } from '~/domain/events/icalendar'
import { createTextResponse } from '~/http/answers/file-answer.server'
import type { SiteSettings } from '~/settings.server'

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
