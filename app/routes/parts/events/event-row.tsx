import { type Day, formatIsoDay, listDays, parseDay } from '~/domain/events/days'
import type { Event } from '~/domain/events/events.server'
import { EventClosedBadge } from '~/ui/badge'
import { formatDayWithWeekday, formatPeriod } from '~/ui/dates'
import { Lines } from '~/ui/lines'

/** The public part of an event; `date` is its first day, '2026-12-04'. */
export type ShownEvent = Pick<
  Event,
  'id' | 'title' | 'description' | 'time' | 'location' | 'closed' | 'cancelled' | 'endDate'
> & {
  date: string
  isToday: boolean
}

export function createShownEvent(event: Event, today: Day): ShownEvent {
  const { id, title, description, time, location, closed, cancelled, endDate } = event
  const isToday = listDays(event).includes(formatIsoDay(today))
  return { id, title, description, time, location, closed, cancelled, endDate, date: formatIsoDay(event), isToday }
}

/** Descriptions longer than this are folded, so that the next event is not far down. */
const MAX_UNFOLDED_LENGTH = 100

function Description({ event: { title, description } }: { event: ShownEvent }) {
  if (!description) return null
  const text = (
    <p className="mt-1">
      <Lines text={description} />
    </p>
  )
  if (description.length <= MAX_UNFOLDED_LENGTH) return text
  return (
    <details className="fold">
      <summary className="font-bold text-river">
        <span>
          More about this event<span className="sr-only">: {title}</span>
        </span>
      </summary>
      {text}
    </details>
  )
}

/** A day in large type. Decorative: the text next to it has the full date. */
function DateTile({ date }: { date: string }) {
  const { day, month } = parseDay(date)!
  return (
    <div
      aria-hidden="true"
      className="flex h-fit w-14 shrink-0 flex-col items-center rounded-sm bg-river py-1 text-white"
    >
      <span className="text-h3 font-bold leading-tight">{day}</span>{' '}
      <span className="text-small font-bold">{month.slice(0, 3)}</span>
    </div>
  )
}

/** An event in the website's lists. `inMonth` leaves out the years, `isShort` the description. */
export function EventRow({
  event,
  level: Title = 'h3',
  inMonth = false,
  isShort = false,
}: {
  event: ShownEvent
  level?: 'h3' | 'h4'
  inMonth?: boolean
  isShort?: boolean
}) {
  const { date, endDate } = event
  const days = endDate ? formatPeriod(date, endDate) : formatDayWithWeekday(date)
  const shownDays = inMonth ? days.replace(/ \d{4}/g, '') : days
  return (
    <li className="flex gap-3 border-t border-line py-3 lg:gap-4 lg:py-4">
      <DateTile date={date} />
      <div className="min-w-0">
        <Title className="text-lead font-bold leading-tight">{event.title}</Title>
        <p className="text-small sm:text-body">
          {event.isToday && <strong>Today, </strong>}
          {endDate ? shownDays : <time dateTime={date}>{shownDays}</time>}
        </p>
        <EventClosedBadge event={event} />
        {(event.time || event.location) && (
          <p className="text-small sm:text-body">{[event.time, event.location].filter(Boolean).join(', ')}</p>
        )}
        {!isShort && <Description event={event} />}
      </div>
    </li>
  )
}
