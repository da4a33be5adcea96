import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { findCancelledOnWebsite } from '~/domain/events/event-lists.server'
import { listUpcomingWebsiteEvents } from '~/domain/events/events.server'
import { loadLists } from '~/http/answers/lists.server'
import { createShownEvent } from '~/routes/parts/events/event-row'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { VisitInvitation } from '~/ui/site/visit-invitation'
import { UpcomingEvents } from './events'
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
