import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { emptyPage } from '~/domain/empty-page'
import { type Day, getToday } from '~/domain/events/days'
import { paginateWebsiteEvents } from '~/domain/events/event-lists.server'
import type { Event } from '~/domain/events/events.server'
import { loadLists } from '~/http/answers/lists.server'
import { paths } from '~/paths'
import { HowToFollow } from '~/routes/parts/calendar/how-to-follow'
import { createShownEvent, EventRow, type ShownEvent } from '~/routes/parts/events/event-row'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { PhoneLink } from '~/ui/site/contact-links'
import { Container, PageHeading } from '~/ui/site/page'

const FEED = paths.events.feed

/** Links to subscribe to the events, if the site's `origin` is known, and to download them. */
function AddToCalendar({ origin }: { origin: string | null }) {
  const address = origin && `${origin}${FEED}`
  const link = 'inline-flex min-h-control items-center gap-2 font-bold'
  return (
    <Card as="section" aria-labelledby="own-calendar" className="no-print">
      <h2 id="own-calendar" className="text-h3">
        Add to your calendar
      </h2>
      <p className="mt-2 max-w-measure">
        {address
          ? 'New events appear automatically on your phone or computer.'
          : 'Download these events and open them in the calendar on your phone or computer.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-8 lg:flex-col">
        {address && (
          <a href={address.replace(/^https?:/, 'webcal:')} className={link}>
            <Icon name="calendar" className="h-6 w-6 shrink-0" />
            Open in my calendar
          </a>
        )}{' '}
        <a href={FEED} className={link}>
          <Icon name="download" className="h-6 w-6 shrink-0" />
          Download the events
        </a>
      </div>
      {address && (
        <details className="fold">
          <summary className="font-bold text-river">How to do it</summary>
          <HowToFollow address={<strong className="break-all">{address}</strong>} />
        </details>
      )}
    </Card>
  )
}

interface MonthGroup {
  /** 'December 2026'. */
  name: string
  events: ShownEvent[]
}

const getMonthName = ({ month, year }: Event) => `${month} ${year}`

/** Groups events, sorted by day, by month. */
function groupByMonth(events: Event[], today: Day): MonthGroup[] {
  const names = [...new Set(events.map(getMonthName))]
  return names.map((name) => ({
    name,
    events: events.filter((event) => getMonthName(event) === name).map((event) => createShownEvent(event, today)),
  }))
}

function MonthOfEvents({ month: { name, events } }: { month: MonthGroup }) {
  const id = name.replace(' ', '-')
  return (
    <section aria-labelledby={id} className="long-words print-black">
      <h2 id={id} className="text-h3">
        {name}
      </h2>
      <ul className="mt-2 border-b border-line">
        {events.map((event) => (
          <EventRow key={event.id} event={event} inMonth />
        ))}
      </ul>
    </section>
  )
}

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'What’s on',
  description:
    'Our events in the coming weeks and months: open days, shows and meetings, with dates, times and places.',
  detail: formatPageNumber,
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const today = getToday()
  const requested = getPageNumber(new URL(request.url).searchParams)
  return loadLists(async (orEmpty) => {
    const { items, ...place } = await orEmpty(paginateWebsiteEvents(db, today, requested), emptyPage)
    return {
      ...place,
      months: groupByMonth(items, today),
      // The page is cached for everyone, so one visitor's request must not set the origin.
      origin: settings.publicUrl?.origin ?? null,
    }
  })
}

export { publicMeta as meta } from '~/ui/site/public-meta'
export const links: LinksFunction = () => [
  { rel: 'alternate', type: 'text/calendar', title: 'What’s on', href: paths.events.feed },
]

export default function Events() {
  const { months, pages, origin, notLoaded } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading heading="What’s on">
        <p>
          Do you want to come? Ring <PhoneLink isInText /> or <Link to={paths.contact}>write to us</Link>.
        </p>
      </PageHeading>
      <Container className="grid items-start gap-x-16 gap-y-6 py-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:py-12">
        <div className="space-y-6 lg:space-y-10">
          {notLoaded && <LoadFailureNotice />}
          {months.map((month) => (
            <MonthOfEvents key={month.name} month={month} />
          ))}
          {months.length === 0 && (
            <EmptyState picture="empty-calendar" title="No events are planned yet.">
              <p>We announce new events in our newsletter.</p>
              <p className="mt-4">
                <ButtonLink to={`${paths.contact}#news`}>Get our newsletter by email</ButtonLink>
              </p>
            </EmptyState>
          )}
          <PageLinks pages={pages} />
        </div>
        <AddToCalendar origin={origin} />
      </Container>
    </>
  )
}
