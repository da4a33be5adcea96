import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { findCancelledOnWebsite } from '~/domain/events/event-lists.server'
import { listUpcomingWebsiteEvents } from '~/domain/events/events.server'
import type { HomeWords } from '~/domain/website/home.server'
import { loadLists } from '~/http/answers/lists.server'
import { paths } from '~/paths'
import { createShownEvent, EventRow, type ShownEvent } from '~/routes/parts/events/event-row'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { Icon } from '~/ui/icon'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { Section } from '~/ui/site/page'
import { VisitInvitation } from '~/ui/site/visit-invitation'
import { Hero, Offers, QuickLinks, StudentQuote, Testimonials, Values, WeekPictures } from './sections'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  description: ({ words }) => words.search.description,
})

/** Calendar events shown after the page's own events. */
const MAX_CALENDAR_EVENTS = 3

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadSitePage(args, 'home')
  const own = page.words.events.items
  const today = getToday()
  return loadLists(async (orEmpty) => {
    const next = await orEmpty(listUpcomingWebsiteEvents(args.context.db, MAX_CALENDAR_EVENTS + own.length, today), [])
    // Leave out events that the page lists as its own.
    const others = next.filter(
      (event) => !own.some(({ title, date }) => title === event.title && date === formatIsoDay(event)),
    )
    const calendarEvents = others.slice(0, MAX_CALENDAR_EVENTS).map((event) => createShownEvent(event, today))
    const upcoming = own.filter(({ date }) => date >= formatIsoDay(today))
    const cancelled = await orEmpty(findCancelledOnWebsite(args.context.db, upcoming), [])
    return { ...page, today: formatIsoDay(today), next: calendarEvents, cancelled }
  })
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function Home() {
  const { words, today, next, cancelled, notLoaded } = useLoaderData<typeof loader>()
  return (
    <>
      <ExampleMark of={['hero', 'ways']} />
      <Hero words={words.hero} />
      <QuickLinks words={words.ways} />
      <ExampleMark of={['offers']} />
      <Offers words={words.offers} />
      <ExampleMark of={['values']} />
      <Values words={words.values} />
      <ExampleMark of={['testimonials']} />
      <Testimonials words={words.testimonials} />
      <ExampleMark of={['events']} />
      <UpcomingEvents words={words.events} {...{ today, next, cancelled, notLoaded }} />
      <ExampleMark of={['week']} />
      <WeekPictures words={words.week} />
      <ExampleMark of={['student']} />
      <StudentQuote words={words.student} />
      <ExampleMark of={['visit']} />
      <VisitInvitation words={words.visit} />
    </>
  )
}

type OwnEvent = HomeWords['events']['items'][number]

/** Converts one of the page's own events to the form of calendar events. */
const toShownEvent = (event: OwnEvent, today: string, cancelled: string[]): ShownEvent => ({
  ...event,
  id: 0,
  endDate: null,
  closed: false,
  cancelled: cancelled.includes(event.title),
  isToday: event.date === today,
})

const listClass = 'long-words grid gap-x-8 border-b border-line md:grid-cols-2 xl:grid-cols-3'

/** The page's own upcoming events, then the calendar's `next` ones, then the page's past events, folded. */
export function UpcomingEvents({
  words: { heading, items },
  today,
  next,
  cancelled,
  notLoaded,
}: {
  words: HomeWords['events']
  /** Today in Dublin, YYYY-MM-DD. */
  today: string
  next: ShownEvent[]
  /** Titles of the page's own events that are cancelled. */
  cancelled: string[]
  notLoaded: boolean
}) {
  const own = items.map((event) => toShownEvent(event, today, cancelled))
  const upcoming = own.filter(({ date }) => date >= today)
  const past = own.filter(({ date }) => date < today)
  return (
    <Section id="events" heading={heading}>
      {upcoming.length + next.length > 0 ? (
        <ul className={listClass}>
          {upcoming.map((event) => (
            <EventRow key={`${event.title} ${event.date}`} event={event} />
          ))}
          {next.map((event) => (
            <EventRow key={event.id} event={event} isShort />
          ))}
        </ul>
      ) : (
        !notLoaded && <p>No events are planned yet.</p>
      )}
      {notLoaded && (
        <div className="mt-8">
          <LoadFailureNotice />
        </div>
      )}
      <p className="mt-4">
        <Link to={paths.events.list} className="inline-flex min-h-control items-center gap-2 font-bold">
          See all upcoming events
          <Icon name="arrow-right" className="h-5 w-5" />
        </Link>
      </p>
      {past.length > 0 && (
        <details className="fold">
          <summary>
            <h3>Earlier</h3>
          </summary>
          <ul className={listClass}>
            {past.map((event) => (
              <EventRow key={`${event.title} ${event.date}`} event={event} level="h4" />
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}
