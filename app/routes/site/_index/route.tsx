import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { pageTitle } from '~/ui/page-title'
import { VisitInvitation } from '~/ui/visit-invitation'
import { UpcomingEvents } from './events'
import { Hero } from './hero'
import { Offers } from './offers'
import { Testimonials } from './testimonials'
import { Values } from './values'
import { WeekStrip } from './week-strip'

export const loader = (args: LoaderFunctionArgs) => sitePage(args, 'home')

export const meta = pageTitle<typeof loader>('', { describe: ({ words }) => words.search.description })

export default function Home() {
  const { words } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero words={words.hero} />
      <Offers words={words.offers} />
      <WeekStrip words={words.week} />
      <Values words={words.values} />
      <Testimonials words={words.testimonials} />
      <UpcomingEvents words={words.events} />
      <VisitInvitation words={words.visit} />
    </>
  )
}
