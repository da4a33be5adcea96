import { Link } from '@remix-run/react'
import type { HomeWords } from '~/domain/website/home.server'
import { paths } from '~/paths'
import type { ShownEvent } from '~/routes/parts/events/event-row'
import { EventRow } from '~/routes/parts/events/event-row'
import { Icon } from '~/ui/icon'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { Section } from '~/ui/site/page'

type OwnEvent = HomeWords['events']['items'][number]

/** Converts one of the page's own events to the form of calendar events. */
const toShownEvent = (event: OwnEvent, today: string, cancelled: string[]): ShownEvent => ({
  ...event,
  id: 0,
  endDate: null,
  closed: false,
  cancelled: cancelled.includes(event.title),
  isToday: event.date === today,
})

const listClass = 'long-words grid gap-x-8 border-b border-line md:grid-cols-2 xl:grid-cols-3'

/** The page's own upcoming events, then the calendar's `next` ones, then the page's past events, folded. */
export function UpcomingEvents({
  words: { heading, items },
  today,
  next,
  cancelled,
  notLoaded,
}: {
  words: HomeWords['events']
  /** Today in Dublin, YYYY-MM-DD. */
  today: string
  next: ShownEvent[]
  /** Titles of the page's own events that are cancelled. */
  cancelled: string[]
  notLoaded: boolean
}) {
  const own = items.map((event) => toShownEvent(event, today, cancelled))
  const upcoming = own.filter(({ date }) => date >= today)
  const past = own.filter(({ date }) => date < today)
  return (
    <Section id="events" heading={heading}>
      {upcoming.length + next.length > 0 ? (
        <ul className={listClass}>
          {upcoming.map((event) => (
            <EventRow key={`${event.title} ${event.date}`} event={event} />
          ))}
          {next.map((event) => (
            <EventRow key={event.id} event={event} isShort />
          ))}
        </ul>
      ) : (
        !notLoaded && <p>No events are planned yet.</p>
      )}
      {notLoaded && (
        <div className="mt-8">
          <LoadFailureNotice />
        </div>
      )}
      <p className="mt-4">
        <Link to={paths.events.list} className="inline-flex min-h-control items-center gap-2 font-bold">
          See all upcoming events
          <Icon name="arrow-right" className="h-5 w-5" />
        </Link>
      </p>
      {past.length > 0 && (
        <details className="fold">
          <summary>
            <h3>Earlier</h3>
          </summary>
          <ul className={listClass}>
            {past.map((event) => (
              <EventRow key={`${event.title} ${event.date}`} event={event} level="h4" />
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}
