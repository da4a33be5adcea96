import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { requireTutor, requireUser } from '~/auth/identity.server'
import type { Account } from '~/domain/accounts/account'
import { emptyPage } from '~/domain/empty-page'
import { calendarToken } from '~/domain/events/address.server'
import { dayAlone, isoDay, longDate, readDay, today } from '~/domain/events/days'
import {
  countEventsByDay,
  listComingEvents,
  listEventsOf,
  listTermEvents,
  pageOfEventsOf,
  pageOfEventsOutside,
} from '~/domain/events/events.server'
import { newTerm } from '~/domain/events/schema'
import { daysOf, isInTerm, isOver, monthsOf, termInWords } from '~/domain/events/term'
import { moveTerm, readTerm } from '~/domain/events/term.server'
import { readForm } from '~/http/body'
import { check, saving } from '~/http/form.server'
import { showingLists } from '~/http/lists.server'
import { redirectWithMessage } from '~/http/message.server'
import { originOf } from '~/http/origin'
import { addEventOf } from '~/routes/parts/calendar/add-event.server'
import { forTutors } from '~/ui/for-tutors'
import { LoadError } from '~/ui/load-error'
import { NotLoaded } from '~/ui/not-loaded'
import { pageIn } from '~/ui/page-links'
import { pageTitle } from '~/ui/page-title'
import { ComingEvents } from './coming-events'
import { DayPanel } from './day-panel'
import type * as ForTutors from './for-tutors'
import { MonthLinks } from './month-links'
import { type Marks, MonthTable } from './month-table'
import { PhoneSection } from './phone-section'
import { PrintedEvents } from './printed-events'

/** How many coming events the side panel lists. */
const COMING = 6
/** How many past events it lists instead once the term is over. */
const PAST = 12
/** How many of the term's events are printed: two pages. */
const PRINTED = 130

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  const { db, settings, seal } = args.context
  const { searchParams } = new URL(args.request.url)
  const term = await readTerm(db)
  const token = await calendarToken(db, seal, user.id)
  const address = token && `${originOf(args.request, settings)}/calendar/${token}`
  const now = today()
  const day = readDay(searchParams.get('day') ?? '') ?? (isInTerm(now, term) ? now : null)
  const isTutor = user.role === 'tutor'
  return showingLists(async (orEmpty) => ({
    isTutor,
    term,
    now,
    day,
    address,
    counts: await orEmpty(countEventsByDay(db, daysOf(term)), {}),
    first: await orEmpty(listTermEvents(db, daysOf(term), PRINTED), []),
    ofDay: day ? await orEmpty(listEventsOf(db, dayAlone(day)), []) : [],
    coming: await orEmpty(listComingEvents(db, now, COMING), []),
    ofTerm: isTutor ? await orEmpty(pageOfEventsOf(db, daysOf(term), pageIn(searchParams, 'these')), emptyPage) : null,
    others: isTutor ? await orEmpty(pageOfEventsOutside(db, daysOf(term), pageIn(searchParams)), emptyPage) : null,
  }))
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const form = await readForm(args.request)
  return form.get('intent') === 'move-term' ? moveTermTo(form, user, args) : addEventOf(form, user, args.context)
}

async function moveTermTo(form: FormData, tutor: Account, { context }: ActionFunctionArgs) {
  return saving(check(form, newTerm), async (term) => {
    await moveTerm(context.db, tutor, term)
    const text = `The calendar now shows ${termInWords(term)}.`
    return redirectWithMessage(context, '/dashboard/calendar', { kind: 'success', title: 'Term changed', text })
  })
}

export const meta = pageTitle<typeof loader>('Calendar', {
  of: ({ day }, { search }) => (day && search.includes('day=') ? longDate(day) : undefined),
})
export { clientAction, shouldRevalidate } from '~/ui/post'

/** Without an answer the term is unknown too: the day alone, asked for or today, and nothing on it. */
export function ErrorBoundary() {
  const [searchParams] = useSearchParams()
  const now = today()
  const day = readDay(searchParams.get('day') ?? '') ?? now
  const empty = (
    <section aria-labelledby="calendar" className="space-y-6">
      <h2 id="calendar">Calendar</h2>
      <NotLoaded />
      <div className="max-w-xl">
        <DayPanel day={day} isToday={isoDay(day) === isoDay(now)} inTerm={false} events={[]} isTutor={false} />
      </div>
    </section>
  )
  return <LoadError empty={empty} />
}

export default function Calendar() {
  const { isTutor, term, now, day, address, counts, first, ofTerm, ofDay, coming, others, notLoaded } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const months = monthsOf(term)
  const marks: Marks = { events: counts, today: isoDay(now), chosen: day && isoDay(day), isEveryDayOpen: isTutor }
  const over = isOver(term, now) && coming.length === 0
  const tutors = isTutor ? forTutors<typeof ForTutors>('dashboard/calendar._index') : undefined
  return (
    <div className="space-y-12">
      <section aria-labelledby="calendar" className="print-black">
        <h2 id="calendar">Calendar - {termInWords(term)}</h2>
        <p className="mt-2 max-w-measure">If an event is a video call, your tutor will give you the link.</p>
        {notLoaded && (
          <div className="mt-4">
            <NotLoaded />
          </div>
        )}
        <MonthLinks months={months} isTutor={isTutor} />
        <div className="mt-4 grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] print:block">
          <div className="no-print space-y-8 lg:sticky lg:top-6">
            <DayPanel
              day={day}
              isToday={day !== null && isoDay(day) === isoDay(now)}
              inTerm={day !== null && isInTerm(day, term)}
              events={ofDay}
              isTutor={isTutor}
            />
            <ComingEvents events={over ? first.slice(0, PAST) : coming} over={over} />
          </div>
          <div className="grid gap-8 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2 print:grid-cols-2">
            {months.map((month) => (
              <MonthTable key={`${month.month} ${month.year}`} month={month} marks={marks} />
            ))}
          </div>
        </div>
        <PrintedEvents events={first} found={Object.values(counts).reduce((sum, count) => sum + count, 0)} />
      </section>
      {tutors && ofTerm && others && (
        <tutors.TutorSection term={term} ofTerm={ofTerm} others={others} answer={answer} />
      )}
      <PhoneSection address={address} />
    </div>
  )
}
