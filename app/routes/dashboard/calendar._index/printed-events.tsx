import { longDate } from '~/domain/events/days'
import type { TermEvent } from '~/domain/events/events.server'

/** For print, where no day can be chosen: the term's first events below the months, and how many more there are. */
export function PrintedEvents({ events, found }: { events: TermEvent[]; found: number }) {
  return (
    <section className="mt-6 hidden print:block">
      <h3>Events</h3>
      <ul className="mt-2 space-y-2">
        {events.map((event) => (
          <li key={event.id} className="break-inside-avoid">
            <strong>{longDate(event)}</strong>
            {[event.title, event.time, event.location].filter(Boolean).map((text) => `, ${text}`)}
          </li>
        ))}
      </ul>
      {found > events.length && <p className="mt-2">And {found - events.length} more.</p>}
    </section>
  )
}
