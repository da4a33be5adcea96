import { aboutIntro } from '~/content/about'
import { fill } from '~/content/fill'
import { PageHeading } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { useCentre } from '~/ui/root-data'
import { VisitInvitation } from '~/ui/visit-invitation'
import { Funding } from './funding'
import { Mission } from './mission'
import { Planning } from './planning'
import { Story } from './story'
import { Today } from './today'

export const meta = pageTitle(
  'About',
  'How our day service began in 1998, what we believe, who pays for it, and how each person plans their own life here.',
)

export default function About() {
  const centre = useCentre()
  return (
    <>
      <PageHeading
        heading={fill(aboutIntro.heading, centre)}
        picture={
          <Picture
            first
            name="centre"
            alt="Our centre in the old parish hall: one person comes up the ramp, others arrive on foot, someone waves at the door."
            width={800}
            height={600}
            className="h-auto w-full rounded"
          />
        }
      >
        <p>{fill(aboutIntro.text, centre)}</p>
      </PageHeading>
      <Story />
      <Mission />
      <Planning />
      <Funding />
      <Today />
      <VisitInvitation />
    </>
  )
}
