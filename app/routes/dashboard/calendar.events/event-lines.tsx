import { formatBriefDate } from '~/domain/events/days'
import type { EventLine } from '~/domain/events/event-lines.server'
import { paths } from '~/paths'
import { EventActions, NotOnWebsiteBadge } from '~/routes/parts/calendar/tutor-event'
import { EventClosedBadge } from '~/ui/badge'
import { formatEventDays } from '~/ui/dates'
import { Link } from '~/ui/link'
import { FoldRow, FoldRows } from '~/ui/lists/fold-row'

const getMonthName = ({ month, year, isPast }: EventLine) => `${isPast ? 'Past: ' : ''}${month} ${year}`

/** The lines below the name of their month; those of a month follow each other. */
export function EventLines({ events }: { events: EventLine[] }) {
  const months = [...new Set(events.map(getMonthName))]
  return months.map((name) => (
    <section key={name} aria-label={name}>
      <h3>{name}</h3>
      <FoldRows className="mt-1">
        {events.map((event) => getMonthName(event) === name && <EventLineRow key={event.id} event={event} />)}
      </FoldRows>
    </section>
  ))
}

function EventLineRow({ event }: { event: EventLine }) {
  const { title, time, location, series } = event
  return (
    <li>
      <FoldRow
        title={title}
        about={
          <>
            {[formatEventDays(event, formatBriefDate), time].filter(Boolean).join(', ')}{' '}
            <EventClosedBadge event={event} />
            {series && <span className="block">{series.text}</span>}
            <NotOnWebsiteBadge event={event} />
          </>
        }
      >
        {location && <p>{location}</p>}
        {series && (
          <Link
            to={`${paths.dashboard.calendar.events}?series=${series.id}`}
            className="inline-flex min-h-control items-center font-bold"
          >
            Show all dates<span className="sr-only"> of {title}</span>
          </Link>
        )}
        <EventActions event={event} />
      </FoldRow>
    </li>
  )
}
