import { type Day, formatIsoDay, formatLongDate, getLastYear, type Month } from '~/domain/events/days'
import type { DaySummary, TermEvent } from '~/domain/events/event-lists.server'
import type { Event } from '~/domain/events/events.server'
import {
  addTerms,
  formatIsoTerm,
  formatTerm,
  formatTermAndYear,
  getMonthsOfTerm,
  getTermOfDay,
  isInTerm,
  isSameMonth,
  type Term,
} from '~/domain/events/term'
import { paths } from '~/paths'
import { getDayPath } from '~/routes/parts/addresses'
import { AddEventLink } from '~/routes/parts/calendar/tutor-event'
import { describeClosed } from '~/ui/badge'
import { formatEventDays } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { DayPanel } from './day-panel'
import { type CalendarMarks, MonthTable } from './month-table'

/** The first events of the term and the number of others, for print, where no day can be chosen. */
function PrintedEvents({ events, found }: { events: TermEvent[]; found: number }) {
  return (
    <section className="mt-6 hidden print:block">
      <h3>Events</h3>
      <ul className="mt-2 space-y-2">
        {events.map((event) => (
          <li key={event.id} className="break-inside-avoid">
            <strong>{formatEventDays(event, formatLongDate)}</strong>
            {[event.title, describeClosed(event)?.toLowerCase(), event.time, event.location]
              .filter(Boolean)
              .map((text) => `, ${text}`)}
          </li>
        ))}
      </ul>
      {found > events.length && <p className="mt-2">And {found - events.length} more.</p>}
    </section>
  )
}

function UpcomingEventList({ events }: { events: TermEvent[] }) {
  return (
    <section aria-labelledby="coming" className="no-print long-words">
      <h3 id="coming">Upcoming events</h3>
      {events.length === 0 && <p className="mt-1">No events are planned yet. Please check back soon.</p>}
      <ul className="mt-2 divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="py-2">
            <Link
              to={`${getDayPath(event)}#day`}
              preventScrollReset
              className="inline-flex min-h-target items-center font-bold"
            >
              {event.title}
            </Link>
            <p className="text-small text-ink-soft">
              {formatEventDays(event, formatLongDate)}{' '}
              <strong className="block text-ink empty:hidden">{describeClosed(event)}</strong>
              {event.time && <span className="block">{event.time}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The portal's first year (specification, section 9): earlier terms are empty. */
const FIRST_YEAR = 2025

const linkClass = 'inline-flex min-h-control items-center gap-2 font-bold'

function TermLinks({ term, today }: { term: Term; today: Month }) {
  const previous = addTerms(term, -1)
  const next = addTerms(term, 1)
  const getTermPath = (other: Term) => `?term=${formatIsoTerm(other)}`
  return (
    <nav aria-label="Other terms" className="no-print flex flex-wrap gap-x-5">
      {previous.year >= FIRST_YEAR && (
        <Link to={getTermPath(previous)} preventScrollReset className={linkClass}>
          <Icon name="arrow-left" className="h-5 w-5 shrink-0" />
          <span className="sr-only">Term before: </span>
          {formatTermAndYear(previous)}
        </Link>
      )}{' '}
      {next.year <= getLastYear(today) && (
        <Link to={getTermPath(next)} preventScrollReset className={linkClass}>
          <span className="sr-only">Term after: </span>
          {formatTermAndYear(next)}
          <Icon name="arrow-right" className="h-5 w-5 shrink-0" />
        </Link>
      )}{' '}
      {!isSameMonth(term, getTermOfDay(today)) && (
        <Link to={paths.dashboard.calendar.index} preventScrollReset className={linkClass}>
          Back to today
        </Link>
      )}
    </nav>
  )
}

interface CalendarViewProps {
  term: Term
  today: Day
  day: Day | null
  /** Whether phones also show the months before this one. */
  hasEarlier: boolean
  isTutor?: boolean
  /** Days with events, by ISO date. */
  summaries?: Record<string, DaySummary>
  /** The first events of the term, for print. */
  termEvents?: TermEvent[]
  found?: number
  dayEvents?: Event[]
  /** For tutors: weekly activities that a closed day cancels. */
  cancelledActivities?: string[]
  coming?: TermEvent[]
  notLoaded?: boolean
}

/** A term's four months, next to the chosen day. A phone hides earlier months until the user opens them or chooses a day there. */
export function CalendarView({
  term,
  today,
  day,
  hasEarlier,
  isTutor = false,
  summaries = {},
  termEvents = [],
  found = 0,
  dayEvents = [],
  cancelledActivities,
  coming = [],
  notLoaded = false,
}: CalendarViewProps) {
  const months = getMonthsOfTerm(term)
  const marks: CalendarMarks = { summaries, today: formatIsoDay(today), chosen: day && formatIsoDay(day) }
  const thisMonth = months.findIndex((month) => isSameMonth(month, today))
  const isDayEarlier = months.slice(0, Math.max(0, thisMonth)).some((month) => day && isSameMonth(month, day))
  const foldedMonths = hasEarlier || isDayEarlier ? [] : months.slice(0, Math.max(0, thisMonth))
  return (
    <section aria-labelledby="calendar" className="print-black">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="calendar">Calendar - {formatTerm(term)}</h2>
        {isTutor && (
          <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-2">
            <Link to={paths.dashboard.calendar.events} className="inline-flex min-h-control items-center font-bold">
              All events
            </Link>
            <AddEventLink />
          </div>
        )}
      </div>
      <p className="mt-2 max-w-measure">If an event is a video call, your tutor will give you the link.</p>
      {notLoaded && (
        <div className="mt-4">
          <LoadFailureNotice />
        </div>
      )}
      <TermLinks term={term} today={today} />
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] print:block">
        {/* On phones, the months come before the upcoming events. */}
        <div className="no-print contents lg:sticky lg:top-6 lg:block lg:space-y-8">
          <DayPanel
            day={day}
            isToday={day !== null && formatIsoDay(day) === formatIsoDay(today)}
            isFarBelow={day !== null && isInTerm(day, term)}
            events={dayEvents}
            isTutor={isTutor}
            cancelledActivities={cancelledActivities}
          />
          <div className="order-last">
            <UpcomingEventList events={coming} />
          </div>
        </div>
        <div className="grid gap-6 print:grid-cols-2">
          {foldedMonths.length > 0 && (
            <p className="no-print md:hidden">
              <Link
                to={`${day ? `${getDayPath(day)}&` : '?'}earlier`}
                preventScrollReset
                className="inline-flex min-h-control items-center font-bold"
              >
                Show {foldedMonths.map(({ month }) => month).join(', ')}
              </Link>
            </p>
          )}
          {months.map((month) => (
            <MonthTable key={month.month} month={month} marks={marks} isFolded={foldedMonths.includes(month)} />
          ))}
        </div>
      </div>
      <PrintedEvents events={termEvents} found={found} />
    </section>
  )
}
