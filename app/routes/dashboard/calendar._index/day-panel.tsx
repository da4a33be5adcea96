import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { type Day, formatIsoDay, formatLongDate } from '~/domain/events/days'
import type { Event } from '~/domain/events/events.server'
import { paths } from '~/paths'
import { EventActions, NotOnWebsiteBadge } from '~/routes/parts/calendar/tutor-event'
import { Badge, EventClosedBadge } from '~/ui/badge'
import { useHydrated } from '~/ui/browser/external-store'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { formatPeriod } from '~/ui/dates'
import { Icon, type IconName } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { getMonthId } from './month-table'

function EventDetail({ symbol, label, text }: { symbol: IconName; label: string; text: string | null }) {
  return text ? (
    <p className="flex gap-2">
      <Icon name={symbol} className="mt-1 h-5 w-5 shrink-0 text-river" />
      <span className="sr-only">{label}: </span>
      <span className="min-w-0">{text}</span>
    </p>
  ) : null
}

function EventItem({ event, isTutor }: { event: Event; isTutor: boolean }) {
  const isOn = !event.closed && !event.cancelled
  return (
    <li className={classes('long-words border-l-8 bg-white p-3', isOn ? 'border-sun' : 'border-stone')}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h4 className="min-w-0 text-lead font-bold leading-tight">{event.title}</h4>
        {isOn ? <Badge tone="amber">Event</Badge> : <EventClosedBadge event={event} />}
      </div>
      {event.description && (
        <p className="mt-2">
          <Lines text={event.description} />
        </p>
      )}
      <div className="mt-2 space-y-1 font-bold">
        {event.endDate && (
          <EventDetail symbol="calendar" label="Days" text={formatPeriod(formatIsoDay(event), event.endDate)} />
        )}
        <EventDetail symbol="clock" label="Time" text={event.time} />
        <EventDetail symbol="place" label="Location" text={event.location} />
      </div>
      {isTutor && <NotOnWebsiteBadge event={event} />}
      {isTutor && <EventActions event={event} />}
    </li>
  )
}

/** The target of #day. Scrolls into view on a phone, where the panel may be far from the tapped day. */
function DayAnchor({ day }: { day: string | null }) {
  const anchor = useRef<HTMLSpanElement>(null)
  const shownDay = useRef(day)
  const hydrated = useHydrated()
  const isTargeted = useLocation().hash === '#day'
  useEffect(() => {
    if (shownDay.current === day) return
    shownDay.current = day
    if (isTargeted) anchor.current?.scrollIntoView()
  }, [day, isTargeted])
  return <span ref={anchor} id="day" className={`block scroll-mt-4 ${hydrated ? 'lg:hidden' : ''}`} />
}

/**
 * The chosen day and its events, or a hint to choose one. On a phone, `isFarBelow` adds a link to the day's month. For tutors,
 * `cancelledActivities` lists the weekly activities that a closed day cancels.
 */
export function DayPanel({
  day,
  isToday,
  isFarBelow,
  events,
  isTutor,
  cancelledActivities = [],
}: {
  day: Day | null
  isToday: boolean
  isFarBelow: boolean
  events: Event[]
  isTutor: boolean
  cancelledActivities?: string[]
}) {
  return (
    <section
      aria-labelledby="day-heading"
      aria-live="polite"
      className="rounded border-2 border-river bg-tide p-4 lg:p-3"
    >
      <DayAnchor day={day && formatIsoDay(day)} />
      <h3 id="day-heading">{day ? formatLongDate(day) : 'Choose a day'}</h3>
      {isToday && <p className="font-bold text-river-deep">Today</p>}
      {!day && <p className="mt-2">Press a day in the calendar to see what is on.</p>}
      {day && events.length === 0 && <p className="mt-2">No events scheduled for this day.</p>}
      {events.length > 0 && (
        <ul className="mt-4 space-y-4">
          {events.map((event) => (
            <EventItem key={event.id} event={event} isTutor={isTutor} />
          ))}
        </ul>
      )}
      {cancelledActivities.length > 0 && (
        <p className="long-words mt-4">
          <strong>Cancelled sessions:</strong> {cancelledActivities.join(', ')}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {day && isTutor && (
          <ButtonLink to={`${paths.dashboard.calendar.new}?day=${formatIsoDay(day)}`} variant="secondary">
            <Icon name="plus" className="h-5 w-5 shrink-0" />
            Add an event on this day
          </ButtonLink>
        )}
        {day && isFarBelow && ' '}
        {day && isFarBelow && (
          <a href={`#${getMonthId(day)}`} className="inline-flex min-h-control items-center font-bold lg:hidden">
            Go to {day.month} {day.year}
          </a>
        )}
      </div>
    </section>
  )
}
