import { activities, activitiesGridTitle, activitiesIntro } from '~/content/activities'
import { fill } from '~/content/fill'
import { PageHeading, Section } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { useCentre } from '~/ui/root-data'
import { VisitInvitation } from '~/ui/visit-invitation'
import { ActivityCard } from './activity-card'

export const meta = pageTitle(
  'Activities',
  'Sixteen activities for adults with intellectual disabilities, from choir and art to computer skills, QQI classes and work experience.',
)

export default function Programmes() {
  const centre = useCentre()
  return (
    <>
      <PageHeading
        heading="Activities"
        picture={
          <Picture
            first
            name="art-table"
            alt="Two people paint at a big table while a third shows a picture on an easel."
            width={800}
            height={600}
            className="h-auto w-full rounded"
          />
        }
      >
        {activitiesIntro.map((paragraph) => (
          <p key={paragraph}>{fill(paragraph, centre)}</p>
        ))}
      </PageHeading>
      <Section id="week" heading={fill(activitiesGridTitle, centre)}>
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
          {activities.map((activity) => (
            <ActivityCard key={activity.slug} activity={activity} />
          ))}
        </ul>
      </Section>
      <VisitInvitation />
    </>
  )
}
