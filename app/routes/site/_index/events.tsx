import { Link } from '@remix-run/react'
import type { HomeWords } from '~/domain/website/home.server'
import { EventRow } from '~/routes/parts/events/event-row'
import type { ShownEvent } from '~/routes/parts/events/shown-event'
import { Icon } from '~/ui/icon'
import { NotLoaded } from '~/ui/lists/not-loaded'
import { Section } from '~/ui/site/page'
import { EventCard } from './event-card'

/** The page's own events, those whose day is over marked, then the calendar's `next` ones. */
export function UpcomingEvents({
  words: { heading, items },
  today,
  next,
  notLoaded,
}: {
  words: HomeWords['events']
  /** The day in Dublin, YYYY-MM-DD. */
  today: string
  next: ShownEvent[]
  notLoaded: boolean
}) {
  return (
    <Section id="events" heading={heading}>
      {items.length > 0 && (
        <ul className="mb-5 grid gap-4 lg:mb-8 lg:grid-cols-2 lg:gap-8">
          {items.map((event) => (
            <EventCard key={`${event.title} ${event.date}`} event={event} isOver={event.date < today} />
          ))}
        </ul>
      )}
      {next.length > 0 && (
        <ul className="long-words max-w-3xl divide-y divide-line border-y border-line">
          {next.map((event) => (
            <EventRow key={event.id} event={event} isShort />
          ))}
        </ul>
      )}
      {notLoaded && (
        <div className="mt-8">
          <NotLoaded />
        </div>
      )}
      <p className="mt-4">
        <Link to="/events" className="inline-flex min-h-control items-center gap-2 font-bold">
          See all coming events
          <Icon name="arrow-right" className="h-5 w-5" />
        </Link>
      </p>
    </Section>
  )
}
