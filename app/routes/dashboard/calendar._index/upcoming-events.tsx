import { describeClosed } from '~/domain/events/closed'
import { formatLongDate } from '~/domain/events/days'
import type { TermEvent } from '~/domain/events/event-lists.server'
import { getDayPath } from '~/routes/parts/calendar/day-address'
import { formatEventDays } from '~/ui/dates'
import { Link } from '~/ui/link'

/** The first events of the term and the number of others, for print, where no day can be chosen. */
export function PrintedEvents({ events, found }: { events: TermEvent[]; found: number }) {
  return (
    <section className="mt-6 hidden print:block">
      <h3>Events</h3>
      <ul className="mt-2 space-y-2">
        {events.map((event) => (
          <li key={event.id} className="break-inside-avoid">
            <strong>{formatEventDays(event, formatLongDate)}</strong>
            {[event.title, describeClosed(event)?.toLowerCase(), event.time, event.location]
              .filter(Boolean)
              .map((text) => `, ${text}`)}
          </li>
        ))}
      </ul>
      {found > events.length && <p className="mt-2">And {found - events.length} more.</p>}
    </section>
  )
}

/** Upcoming events, nearest first. */
export function UpcomingEventList({ events }: { events: TermEvent[] }) {
  return (
    <section aria-labelledby="coming" className="no-print long-words">
      <h3 id="coming">Upcoming events</h3>
      {events.length === 0 && <p className="mt-1">No events are planned yet. Please check back soon.</p>}
      <ul className="mt-2 divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="py-2">
            <Link
              to={`${getDayPath(event)}#day`}
              preventScrollReset
              className="inline-flex min-h-target items-center font-bold"
            >
              {event.title}
            </Link>
            <p className="text-small text-ink-soft">
              {formatEventDays(event, formatLongDate)}{' '}
              <strong className="block text-ink empty:hidden">{describeClosed(event)}</strong>
              {event.time && <span className="block">{event.time}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
