import { Link } from '@remix-run/react'
import { readDay } from '~/domain/events/days'
import type { HomeWords } from '~/domain/website/home.server'
import type { ShownEvent } from '~/routes/parts/events/event-row'
import { EventRow } from '~/routes/parts/events/event-row'
import { Badge } from '~/ui/badge'
import { weekdayInWords } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { NotLoaded } from '~/ui/lists/not-loaded'
import { Section } from '~/ui/site/page'

/** An event of the page's own words. One whose day is over says so; on a phone it says no more than what and when it was. */
function EventCard({
  event: { title, description, date, time, location },
  isOver = false,
}: {
  event: HomeWords['events']['items'][number]
  isOver?: boolean
}) {
  const { day, month } = readDay(date)!
  return (
    <li className="long-words grid grid-cols-[3.5rem_1fr] gap-x-3 rounded border border-line bg-white p-4 shadow-card lg:grid-cols-[6rem_1fr] lg:gap-x-6 lg:p-6 tiny:grid-cols-1">
      <div
        aria-hidden="true"
        className="flex h-fit flex-col items-center rounded-sm bg-river py-1 text-white lg:row-span-2 lg:py-3"
      >
        <span className="text-h3 font-bold leading-tight lg:text-h1 lg:leading-tight">{day}</span>{' '}
        <span className="text-small font-bold">{month.slice(0, 3)}</span>
      </div>
      <div className="self-center">
        <h3 className="leading-tight">{title}</h3>
        {isOver && (
          <p className="my-1">
            <Badge tone="stone">This event is over</Badge>
          </p>
        )}
      </div>
      <div className="col-span-2 mt-2 lg:col-span-1 lg:mt-1 tiny:col-span-1">
        <p className={isOver ? 'hidden sm:block' : ''}>{description}</p>
        <p className="text-small lg:mt-2 lg:text-body">
          <time dateTime={date}>{weekdayInWords(date)}</time>, {time}
        </p>
        <p className="text-small lg:text-body">{location}</p>
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
