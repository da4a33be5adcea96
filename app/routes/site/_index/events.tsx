import { Link } from '@remix-run/react'
import { readDay } from '~/domain/events/days'
import type { HomeWords } from '~/domain/website/home.server'
import { EventRow } from '~/routes/parts/events/event-row'
import type { ShownEvent } from '~/routes/parts/events/shown-event'
import { Badge } from '~/ui/badge'
import { weekdayInWords } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { NotLoaded } from '~/ui/not-loaded'
import { Section } from '~/ui/page'

type HomeEvent = HomeWords['events']['items'][number]

function Event({ event, isOver }: { event: HomeEvent; isOver: boolean }) {
  const { date } = event
  const { day, month } = readDay(date)!
  return (
    <li className="flex flex-col gap-5 rounded border border-line bg-white p-6 shadow-card sm:flex-row">
      <div
        aria-hidden="true"
        className="flex h-fit w-fit shrink-0 items-baseline gap-2 rounded bg-river px-4 py-3 text-white sm:w-28 sm:flex-col sm:items-center sm:gap-0"
      >
        <span className="text-h1 font-bold">{day}</span> <span className="font-bold">{month.slice(0, 3)}</span>
      </div>
      <div>
        <h3>{event.title}</h3>
        {isOver && (
          <p className="my-1">
            <Badge tone="stone">This event is over</Badge>
          </p>
        )}
        <p className="mt-1">{event.description}</p>
        <ul className="mt-4 space-y-2">
          <li className="flex gap-3">
            <Icon name="calendar" className="mt-0.5 h-6 w-6 shrink-0 text-river" />
            <time dateTime={date}>{weekdayInWords(date)}</time>
          </li>
          <li className="flex gap-3">
            <Icon name="clock" className="mt-0.5 h-6 w-6 shrink-0 text-river" />
            {event.time}
          </li>
          <li className="flex gap-3">
            <Icon name="place" className="mt-0.5 h-6 w-6 shrink-0 text-river" />
            {event.location}
          </li>
        </ul>
      </div>
    </li>
  )
}

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
        <ul className="mb-8 grid gap-6 lg:grid-cols-2 lg:gap-8">
          {items.map((event) => (
            <Event key={`${event.title} ${event.date}`} event={event} isOver={event.date < today} />
          ))}
        </ul>
      )}
      {next.length > 0 && (
        <ul className="long-words max-w-3xl divide-y divide-line border-y border-line">
          {next.map((event) => (
            <EventRow key={event.id} event={event} />
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
