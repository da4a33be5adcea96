import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { dayAlone, isoDay, readDay, today } from '~/domain/events/days'
import { listEventsOf, nextEvents } from '~/domain/events/events.server'
import { showingLists } from '~/http/answers/lists.server'
import { toShown } from '~/routes/parts/events/event-row'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { VisitInvitation } from '~/ui/site/visit-invitation'
import type { Database } from '~db/schema'
import { UpcomingEvents } from './events'
import { Hero, Ways } from './opening'
import { OwnWords, Testimonials } from './people'
import { Offers, Values, WeekStrip } from './what-we-do'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  description: ({ words }) => words.search.description,
})

/** How many of the calendar's events follow those of the page's own words. */
const NEXT = 3

export async function loader(args: LoaderFunctionArgs) {
  const page = await sitePage(args, 'home')
  const own = page.words.events.items
  const now = today()
  return showingLists(async (orEmpty) => {
    const next = await orEmpty(nextEvents(args.context.db, NEXT + own.length, now), [])
    // One that the page tells in its own words is not told twice.
    const others = next.filter(
      (event) => !own.some(({ title, date }) => title === event.title && date === isoDay(event)),
    )
    const shown = others.slice(0, NEXT).map((event) => toShown(event, now))
    const coming = own.filter(({ date }) => date >= isoDay(now))
    const cancelled = await orEmpty(ownCancelled(args.context.db, coming), [])
    return { ...page, today: isoDay(now), next: shown, cancelled }
  })
}

/** Which of the page's own events are not on, by title: the centre is closed on their day, and no event that closes it is of their title. */
async function ownCancelled(db: Database, events: { title: string; date: string }[]): Promise<string[]> {
  const isCancelled = async ({ title, date }: { title: string; date: string }) => {
    const closing = (await listEventsOf(db, dayAlone(readDay(date)!))).filter(({ closed }) => closed)
    return closing.length > 0 && !closing.some((event) => event.title === title)
  }
  const titles = await Promise.all(events.map(async (event) => ((await isCancelled(event)) ? event.title : [])))
  return titles.flat()
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function Home() {
  const { words, today, next, cancelled, notLoaded } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero words={words.hero} />
      <Ways words={words.ways} />
      <OwnWords words={words.student} family={words.testimonials.items[0]} />
      <WeekStrip words={words.week} />
      <Offers words={words.offers} />
      <Values words={words.values} />
      <Testimonials words={words.testimonials} />
      <UpcomingEvents words={words.events} {...{ today, next, cancelled, notLoaded }} />
      <VisitInvitation words={words.visit} />
    </>
  )
}
