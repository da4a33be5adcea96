import { type Day, formatIsoDay } from '~/domain/events/days'
import type { DaySummary, TermEvent } from '~/domain/events/event-lists.server'
import type { Event } from '~/domain/events/events.server'
import { formatTerm, getMonthsOfTerm, isInTerm, isSameMonth, type Term } from '~/domain/events/term'
import { paths } from '~/paths'
import { getDayPath } from '~/routes/parts/calendar/day-address'
import { AddEventLink } from '~/routes/parts/calendar/tutor-event'
import { Link } from '~/ui/link'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { DayPanel } from './day-panel'
import { type CalendarMarks, MonthTable } from './month-table'
import { TermLinks } from './term-links'
import { PrintedEvents, UpcomingEventList } from './upcoming-events'

interface CalendarViewProps {
  term: Term
  today: Day
  /** The day whose events the panel shows. */
  day: Day | null
  /** Whether phones also show the months before this one. */
  hasEarlier: boolean
  isTutor?: boolean
  /** Days with events, by ISO date. */
  summaries?: Record<string, DaySummary>
  /** The first events of the term, for print. */
  termEvents?: TermEvent[]
  /** How many events the term has. */
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
