import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { isTutor } from '~/domain/accounts/account'
import { createCalendarToken } from '~/domain/events/address.server'
import { type Day, formatLongDate, getToday, isRealDay, parseDay, toDayRange } from '~/domain/events/days'
import { listTermEvents, summariseByDay } from '~/domain/events/event-lists.server'
import { listEventsInRange, listUpcomingEvents } from '~/domain/events/events.server'
import { formatTermAndYear, getDaysOfTerm, getTermOfDay, isInTerm, parseTerm, type Term } from '~/domain/events/term'
import { listCancelled } from '~/domain/week/week.server'
import { loadLists } from '~/http/answers/lists.server'
import { getOrigin } from '~/http/middleware/canonical'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { LoadError } from '~/ui/error-page'
import { CalendarView } from './calendar-view'
import { PhoneSection } from './phone-section'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user' },
  title: 'Calendar',
  detail: ({ day, term }, { search }) => {
    if (day && search.includes('day=')) return formatLongDate(day)
    return search.includes('term=') ? formatTermAndYear(term) : undefined
  },
})

const MAX_UPCOMING = 6
/** Events included for print: more would make up most of a phone's download. */
const MAX_PRINTED = 80

/** Reads the requested term and day. The term defaults to that of the day, and the day to today if its term is shown. */
function chooseTermAndDay(
  parameters: URLSearchParams,
  today: Day,
): { term: Term; day: Day | null; hasEarlier: boolean } {
  const parsed = parseDay(parameters.get('day') ?? '')
  const requestedDay = parsed && isRealDay(parsed) ? parsed : null
  const term = parseTerm(parameters.get('term') ?? '') ?? getTermOfDay(requestedDay ?? today)
  const day = requestedDay ?? (isInTerm(today, term) ? today : null)
  return { term, day, hasEarlier: parameters.has('earlier') }
}

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db, settings, sign } = args.context
  const { searchParams } = new URL(args.request.url)
  const today = getToday()
  const chosen = chooseTermAndDay(searchParams, today)
  const days = getDaysOfTerm(chosen.term)
  return loadLists(async (orEmpty) => {
    const token = await orEmpty(createCalendarToken(db, sign, user), null)
    const dayEvents = chosen.day ? await orEmpty(listEventsInRange(db, user, toDayRange(chosen.day)), []) : []
    const events = await orEmpty(listTermEvents(db, user, days), [])
    const cancelled =
      isTutor(user) && chosen.day
        ? await orEmpty(listCancelled(db, user, [chosen.day]), { titles: [], activities: [] })
        : null
    return {
      ...chosen,
      isTutor: isTutor(user),
      today,
      address: token && `${getOrigin(args.request, settings)}${paths.calendar(token)}`,
      summaries: summariseByDay(events, days),
      termEvents: events.slice(0, MAX_PRINTED),
      found: events.length,
      dayEvents,
      cancelledActivities: cancelled?.activities ?? [],
      coming: await orEmpty(listUpcomingEvents(db, user, today, MAX_UPCOMING), []),
    }
  })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'

/** Shows the requested months without events, because they could not be loaded. */
export function ErrorBoundary() {
  const [searchParams] = useSearchParams()
  const today = getToday()
  const chosen = chooseTermAndDay(searchParams, today)
  return <LoadError empty={<CalendarView {...chosen} today={today} notLoaded />} />
}

export default function Calendar() {
  const { address, ...view } = useLoaderData<typeof loader>()
  return (
    <div className="space-y-6">
      <CalendarView {...view} />
      <PhoneSection address={address} isTutor={view.isTutor} />
    </div>
  )
}
