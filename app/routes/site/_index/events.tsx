import { Link } from '@remix-run/react'
import { parseDay } from '~/domain/events/days'
import type { HomeWords } from '~/domain/website/home.server'
import { paths } from '~/paths'
import type { ShownEvent } from '~/routes/parts/events/event-row'
import { EventRow } from '~/routes/parts/events/event-row'
import { EventClosedBadge } from '~/ui/badge'
import { formatDayWithWeekday } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { Section } from '~/ui/site/page'

/** One of the page's own events. Past ones are under 'Earlier'. */
function EventCard({
  event: { title, description, date, time, location },
  isOver = false,
  cancelled = false,
}: {
  event: HomeWords['events']['items'][number]
  isOver?: boolean
  cancelled?: boolean
}) {
  const { day, month } = parseDay(date)!
  const Title = isOver ? 'h4' : 'h3'
  return (
    <li className="long-words grid grid-cols-[3.5rem_1fr] gap-x-3 rounded border border-line bg-white p-4 shadow-card lg:grid-cols-[6rem_1fr] lg:gap-x-6 lg:p-6 tiny:grid-cols-1">
      <div
        aria-hidden="true"
        className="flex h-fit flex-col items-center rounded-sm bg-river py-1 text-white lg:row-span-2 lg:py-3"
      >
        <span className="text-h3 font-bold leading-tight lg:text-h1 lg:leading-tight">{day}</span>{' '}
        <span className="text-small font-bold">{month.slice(0, 3)}</span>
      </div>
      <Title className="self-center leading-tight">{title}</Title>
      <div className="col-span-2 mt-2 lg:col-span-1 lg:mt-1 tiny:col-span-1">
        <EventClosedBadge event={{ closed: false, cancelled }} />
        <p>{description}</p>
        <p className="text-small lg:mt-2 lg:text-body">
          <time dateTime={date}>{formatDayWithWeekday(date)}</time>, {time}
        </p>
        <p className="text-small lg:text-body">{location}</p>
      </div>
    </li>
  )
}

interface CardsProps {
  items: HomeWords['events']['items']
  isOver?: boolean
  /** Titles of cancelled events. */
  cancelled?: string[]
}

function EventCards({ items, isOver, cancelled }: CardsProps) {
  if (items.length === 0) return null
  return (
    <ul className="mb-5 grid gap-4 lg:mb-8 lg:grid-cols-2 lg:gap-8 lg:[&>:last-child:nth-child(odd)]:col-span-2">
      {items.map((event) => (
        <EventCard
          key={`${event.title} ${event.date}`}
          event={event}
          isOver={isOver}
          cancelled={cancelled?.includes(event.title)}
        />
      ))}
    </ul>
  )
}

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
  const coming = items.filter(({ date }) => date >= today)
  const over = items.filter(({ date }) => date < today)
  return (
    <Section id="events" heading={heading}>
      <EventCards items={coming} cancelled={cancelled} />
      {next.length > 0 && (
        <ul className="long-words divide-y divide-line border-y border-line lg:grid lg:auto-cols-fr lg:grid-flow-col lg:gap-x-8 lg:divide-y-0">
          {next.map((event) => (
            <EventRow key={event.id} event={event} isShort />
          ))}
        </ul>
      )}
      {coming.length + next.length === 0 && !notLoaded && <p>No events are planned yet.</p>}
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
      {over.length > 0 && (
        <details className="fold mt-4">
          <summary>
            <h3>Earlier</h3>
          </summary>
          <div className="mt-2">
            <EventCards items={over} isOver />
          </div>
        </details>
      )}
    </Section>
  )
}
