import { Link } from '@remix-run/react'
import { longDate } from '~/domain/events/days'
import type { TermEvent } from '~/domain/events/events.server'
import { dayAddress } from '~/routes/parts/calendar/day-address'

/** Coming events, nearest first; once the term is over, it says so and shows past ones. */
export function ComingEvents({ events, over }: { events: TermEvent[]; over: boolean }) {
  return (
    <section aria-labelledby="coming" className="no-print long-words">
      <h3 id="coming">{over ? 'Events this term' : 'Upcoming events'}</h3>
      {over && <p className="mt-1">This term is over. No new events are planned yet.</p>}
      {events.length === 0 && !over && <p className="mt-1">No events are planned yet. Please check back soon.</p>}
      <ul className="mt-2 divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="py-2">
            <Link
              to={`${dayAddress(event)}#day`}
              preventScrollReset
              className="inline-flex min-h-target items-center font-bold"
            >
              {event.title}
            </Link>
            <p className="text-small text-ink-soft">
              {longDate(event)} {event.time && <span className="block">{event.time}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
