import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { emptyPage } from '~/domain/empty-page'
import { createCalendarToken } from '~/domain/events/address.server'
import {
  type Day,
  formatIsoDay,
  formatLongDate,
  getToday,
  isRealDay,
  type Month,
  parseDay,
  parseIsoDay,
} from '~/domain/events/days'
import { listClosedDays, listComingEvents, listEventsOf } from '~/domain/events/events.server'
import { newTerm } from '~/domain/events/schema'
import { countEventsByDay, listTermEvents, pageOfComingEvents, pageOfPastEvents } from '~/domain/events/shown.server'
import {
  formatTerm,
  getDaysOfMonth,
  getDaysOfTerm,
  getMonthsOfTerm,
  isInTerm,
  isTermOver,
  parseMonth,
  type Term,
} from '~/domain/events/term'
import { moveTerm, readTerm } from '~/domain/events/term.server'
import { listCancelled } from '~/domain/week/week.server'
import { loadLists } from '~/http/answers/lists.server'
import { createFormAction } from '~/http/forms/pages.server'
import { getOrigin } from '~/http/middleware/origin'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { classes } from '~/ui/classes'
import { LoadError } from '~/ui/error-page'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { getPageNumber } from '~/ui/lists/page-links'
import { DayPanel } from './day-panel'
import { MonthLinks } from './month-steps'
import { type CalendarMarks, MonthTable } from './month-table'
import { PhoneSection } from './phone-section'
import { AddEventLink, TutorSection } from './tutor-section'
import { PrintedEvents, UpcomingEventList } from './upcoming-events'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  title: 'Calendar',
  detail: ({ day }, { search }) => (day && search.includes('day=') ? formatLongDate(day) : undefined),
  views: ['/dashboard/calendar?day=2025-10-14'],
})

/** Events listed in the side panel. */
const MAX_UPCOMING = 6
/** Events included for print: more would make up most of a phone's download. */
const MAX_PRINTED = 80

/** The day in the search parameters, or null. */
function getRequestedDay(parameters: URLSearchParams): Day | null {
  const day = parseDay(parameters.get('day') ?? '')
  return day && isRealDay(day) ? day : null
}

/**
 * The chosen day, and the month to show alone instead of the term: the month requested, the month of a day outside the term, or this
 * month once the term is over and the address requests nothing.
 */
function chooseDayAndMonth(
  parameters: URLSearchParams,
  term: Term,
  now: Day,
): { day: Day | null; month: Month | null } {
  const requestedDay = getRequestedDay(parameters)
  const showsThisMonth = isTermOver(term, now) && !requestedDay && !parameters.has('term')
  const shownMonth =
    parseMonth(parameters.get('month') ?? '') ?? (showsThisMonth ? { month: now.month, year: now.year } : null)
  const day = requestedDay ?? (isVisible(now, shownMonth, term) ? now : null)
  return { day, month: shownMonth ?? (day && !isInTerm(day, term) ? { month: day.month, year: day.year } : null) }
}

const isVisible = (day: Day, month: Month | null, term: Term) =>
  month ? day.month === month.month && day.year === month.year : isInTerm(day, term)

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db, settings, sign } = args.context
  const { searchParams } = new URL(args.request.url)
  const term = await readTerm(db)
  const token = await createCalendarToken(db, sign, user.id)
  const address = token && `${getOrigin(args.request, settings)}${paths.calendar(token)}`
  const now = getToday()
  const { day, month } = chooseDayAndMonth(searchParams, term, now)
  const days = month ? getDaysOfMonth(month) : getDaysOfTerm(term)
  const isTutor = user.role === 'tutor'
  return loadLists(async (orEmpty) => ({
    isTutor,
    term,
    month,
    now,
    day,
    address,
    counts: await orEmpty(countEventsByDay(db, days), {}),
    closed: await orEmpty(listClosedDays(db, days), []),
    first: await orEmpty(listTermEvents(db, days, MAX_PRINTED), []),
    ofDay: day ? await orEmpty(listEventsOf(db, parseIsoDay(day)), []) : [],
    coming: await orEmpty(listComingEvents(db, now, MAX_UPCOMING), []),
    tutors: isTutor
      ? {
          coming: await orEmpty(pageOfComingEvents(db, now, getPageNumber(searchParams, 'coming')), emptyPage),
          past: await orEmpty(pageOfPastEvents(db, now, getPageNumber(searchParams, 'past')), emptyPage),
          isPastOpen: searchParams.has('past'),
          stopped: day ? (await orEmpty(listCancelled(db, [day]), { titles: [], activities: [] })).activities : [],
        }
      : null,
  }))
}

export const action = createFormAction(newTerm, async (term, { db, tutor }) => {
  await moveTerm(db, tutor, term)
  return {
    to: paths.dashboard.calendar.index,
    title: 'Term changed',
    text: `The calendar now shows ${formatTerm(term)}.`,
  }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

/** Without the loader's data the term is unknown: shows only the requested day, or today, without events. */
export function ErrorBoundary() {
  const [searchParams] = useSearchParams()
  const now = getToday()
  const day = getRequestedDay(searchParams) ?? now
  const empty = (
    <section aria-labelledby="calendar" className="space-y-6">
      <h2 id="calendar">Calendar</h2>
      <LoadFailureNotice />
      <div className="max-w-xl">
        <DayPanel
          day={day}
          isToday={formatIsoDay(day) === formatIsoDay(now)}
          isFarBelow={false}
          events={[]}
          isTutor={false}
        />
      </div>
    </section>
  )
  return <LoadError empty={empty} />
}

export default function Calendar() {
  const { isTutor, term, month, now, day, address, counts, closed, first, ofDay, coming, tutors, notLoaded } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const months = month ? [month] : getMonthsOfTerm(term)
  const isAlone = month !== null
  const marks: CalendarMarks = {
    events: counts,
    closed,
    today: formatIsoDay(now),
    chosen: day && formatIsoDay(day),
    isAlone,
  }
  const isOver = isTermOver(term, now)
  return (
    <div className="space-y-6">
      <section aria-labelledby="calendar" className="print-black">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id="calendar">Calendar - {month ? `${month.month} ${month.year}` : formatTerm(term)}</h2>
          {isTutor && <AddEventLink />}
        </div>
        <p className="mt-2 max-w-measure">If an event is a video call, your tutor will give you the link.</p>
        {isOver && !isAlone && !isTutor && (
          <p className="mt-2">
            {formatTerm(term)} {term.year} is over.
          </p>
        )}
        {notLoaded && (
          <div className="mt-4">
            <LoadFailureNotice />
          </div>
        )}
        <MonthLinks shown={months} term={term} now={now} isAlone={isAlone} />
        <div
          className={classes(
            'mt-4 grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] print:block',
            isAlone && 'md:grid-cols-[16rem_minmax(0,1fr)]',
          )}
        >
          <div className="no-print space-y-8 lg:sticky lg:top-6">
            <DayPanel
              day={day}
              isToday={day !== null && formatIsoDay(day) === formatIsoDay(now)}
              isFarBelow={day !== null && !month && isInTerm(day, term)}
              events={ofDay}
              isTutor={isTutor}
              stopped={tutors?.stopped}
            />
            {!isTutor && <UpcomingEventList events={coming} />}
          </div>
          <div className={isAlone ? '' : 'grid gap-6 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2 print:grid-cols-2'}>
            {months.map((one) => (
              <MonthTable key={`${one.month} ${one.year}`} month={one} marks={marks} inTerm={isInTerm(one, term)} />
            ))}
          </div>
        </div>
        <PrintedEvents events={first} found={Object.values(counts).reduce((sum, count) => sum + count, 0)} />
      </section>
      {tutors && <TutorSection term={term} now={now} {...tutors} answer={answer} />}
      <PhoneSection address={address} isTutor={isTutor} />
    </div>
  )
}
