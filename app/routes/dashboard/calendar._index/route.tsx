import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
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
import { HowToFollow } from '~/routes/parts/calendar/how-to-follow'
import { defineScreen } from '~/screen'
import { useHydrated } from '~/ui/browser/external-store'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { useToast } from '~/ui/dialogs/toast'
import { LoadError } from '~/ui/error-page'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'
import { CalendarView } from './calendar-view'

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

const ACTION = paths.dashboard.calendar.address

function AddressForm({ className, children }: { className: string; children: ReactNode }) {
  return (
    <PostForm
      failure="Failed to change the calendar address"
      isTyped={false}
      action={ACTION}
      navigate={false}
      preventScrollReset
      className={className}
    >
      {children}
    </PostForm>
  )
}

function AddToPhoneForm() {
  return (
    <AddressForm className="mt-4">
      <SubmitButton
        name="intent"
        value="make-address"
        variant="secondary"
        submitLabel="Add to my phone"
        pendingLabel="Please wait..."
      >
        <Icon name="calendar" className="h-6 w-6" />
      </SubmitButton>
    </AddressForm>
  )
}

function CopyableAddress({ address }: { address: string }) {
  const hydrated = useHydrated()
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast({ kind: 'success', title: 'Copied', text: 'You can paste your calendar address now.' }),
      () => toast({ kind: 'error', title: 'Not copied', text: 'Please select the address and copy it.' }),
    )
  return (
    <div className="mt-4">
      <label htmlFor="calendar-address" className="block font-bold">
        Your calendar address
      </label>
      <p id="calendar-address-hint" className="text-small text-ink-soft">
        This address is just for you. Please keep it private.
      </p>
      <div className="mt-1 flex gap-2">
        <input
          id="calendar-address"
          type="text"
          readOnly
          value={address}
          aria-describedby="calendar-address-hint"
          className="block min-h-control w-full min-w-0 rounded-sm border-2 border-stone bg-sand px-3 py-2 text-body text-ink"
        />
        {hydrated && (
          <Button type="button" variant="secondary" onClick={() => void copy()}>
            Copy
          </Button>
        )}
      </div>
    </div>
  )
}

function CalendarAddress({ address }: { address: string }) {
  const linkClass = 'inline-flex min-h-control items-center gap-2 font-bold'
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-x-8">
        <a href={address.replace(/^https?:/, 'webcal:')} className={linkClass}>
          <Icon name="calendar" className="h-6 w-6 shrink-0" />
          Open in my calendar
        </a>
        <a href={address} className={linkClass}>
          <Icon name="download" className="h-6 w-6 shrink-0" />
          Download the events
        </a>
      </div>
      <CopyableAddress address={address} />
      <HowToFollow address="your calendar address">
        <p>Your tutor can help you with this.</p>
      </HowToFollow>
      <AddressForm className="mt-6 border-t border-line pt-6">
        <p className="max-w-measure">
          Did someone else get your address? Get a new one, and the old one will stop working. Then add the new one to
          your phone.
        </p>
        <div className="mt-4 flex flex-wrap gap-4">
          <SubmitButton
            name="intent"
            value="make-address"
            variant="secondary"
            submitLabel="Get a new address"
            pendingLabel="Please wait..."
          />
          <SubmitButton
            name="intent"
            value="remove-address"
            variant="danger"
            submitLabel="Turn off my address"
            pendingLabel="Turning it off..."
          />
        </div>
      </AddressForm>
    </>
  )
}

/** Lets people subscribe to the events in their phone's calendar. Folded for tutors until they have an address. */
function PhoneSection({ address, isTutor }: { address: string | null; isTutor: boolean }) {
  const heading = (
    <h2 id="phone-heading" className="text-h3">
      Calendar on your phone
    </h2>
  )
  const content = (
    <>
      <p className="mt-2 max-w-measure">
        You can see these events on your own phone too. New events will show up there too.
      </p>
      {address ? <CalendarAddress address={address} /> : <AddToPhoneForm />}
    </>
  )
  return (
    <div className="no-print max-w-3xl">
      <Card as="section" isSnug id="phone" aria-labelledby="phone-heading">
        {isTutor ? (
          <details className="fold" open={address !== null}>
            <summary>{heading}</summary>
            {content}
          </details>
        ) : (
          <>
            {heading}
            {content}
          </>
        )}
      </Card>
    </div>
  )
}
