import { pageTitle } from '~/ui/page-title'
import { VisitInvitation } from '~/ui/visit-invitation'
import { UpcomingEvents } from './events'
import { Hero } from './hero'
import { Offers } from './offers'
import { Testimonials } from './testimonials'
import { Values } from './values'
import { WeekStrip } from './week-strip'

export const meta = pageTitle(
  '',
  'A day service in Dublin 7 for adults with intellectual disabilities: classes, art, music, sport and work experience on weekdays.',
)

export default function Home() {
  return (
    <>
      <Hero />
      <Offers />
      <WeekStrip />
      <Values />
      <Testimonials />
      <UpcomingEvents />
      <VisitInvitation />
    </>
  )
}
