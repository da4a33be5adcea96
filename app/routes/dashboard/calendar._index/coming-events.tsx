import type { ReactNode } from 'react'
import { longDate } from '~/domain/events/days'
import type { TermEvent } from '~/domain/events/events.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { Link } from '~/ui/link'

/** For print, where no day can be chosen: the term's first events below the months, and how many more there are. */
export function PrintedEvents({ events, found }: { events: TermEvent[]; found: number }) {
  return (
    <section className="mt-6 hidden print:block">
      <h3>Events</h3>
      <ul className="mt-2 space-y-2">
        {events.map((event) => (
          <li key={event.id} className="break-inside-avoid">
            <strong>{longDate(event)}</strong>
            {[event.title, event.closed && 'the centre is closed', event.time, event.location]
              .filter(Boolean)
              .map((text) => `, ${text}`)}
          </li>
        ))}
      </ul>
      {found > events.length && <p className="mt-2">And {found - events.length} more.</p>}
    </section>
  )
}

/** Coming events, nearest first; `past` ones once the term is over and nothing is planned. Tutors have another list. */
export function ComingEvents({
  events,
  past,
  isOver,
  isQuiet,
  children,
}: {
  events: TermEvent[]
  past: TermEvent[]
  isOver: boolean
  /** Whether it is over, and nothing is planned. */
  isQuiet: boolean
  children?: ReactNode
}) {
  return (
    <section aria-labelledby="coming" className="no-print long-words">
      <h3 id="coming">{isOver && events.length === 0 ? 'Events this term' : 'Upcoming events'}</h3>
      {isOver && <p className="mt-1">This term is over.{isQuiet && ' No new events are planned yet.'}</p>}
      {children}
      {events.length === 0 && !isOver && <p className="mt-1">No events are planned yet. Please check back soon.</p>}
      <ul className="mt-2 divide-y divide-line">
        {(isQuiet ? past : events).map((event) => (
          <li key={event.id} className="py-2">
            <Link
              to={`${dayAddress(event)}#day`}
              preventScrollReset
              className="inline-flex min-h-target items-center font-bold"
            >
              {event.title}
            </Link>
            <p className="text-small text-ink-soft">
              {longDate(event)} {event.closed && <strong className="block text-ink">The centre is closed</strong>}
              {event.time && <span className="block">{event.time}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
