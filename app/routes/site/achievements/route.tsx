import { achievements, achievementsIntro, eventHighlights } from '~/content/achievements'
import { fill } from '~/content/fill'
import { Icon } from '~/ui/icon'
import { Container, PageHeading } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { useCentre } from '~/ui/root-data'

export const meta = pageTitle(
  'Achievements',
  'Certificates, concerts, jobs and a cookbook: some of the things our students have done.',
)

function Achievements() {
  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:gap-8">
      {achievements.map((achievement) => (
        <li
          key={achievement.id}
          className="flex flex-col gap-4 rounded border border-line bg-white p-5 shadow-card sm:flex-row lg:gap-6 lg:p-6"
        >
          <span className="flex h-16 w-16 shrink-0 items-center justify-center rounded-full bg-amber-tint text-amber">
            <Icon name={achievement.icon} className="h-9 w-9" />
          </span>
          <div className="flex flex-col">
            <h2 className="text-h3">{achievement.title}</h2>
            <p className="mb-3 mt-1">{achievement.description}</p>
            <p className="mt-auto font-bold text-river">
              <time>{achievement.date}</time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function EventHighlights() {
  return (
    <section aria-labelledby="event-highlights" className="bg-sand py-12 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <Picture
          first
          name="celebration"
          alt="Students with their certificates on a stage, in front of an audience clapping and waving."
          width={1200}
          height={600}
          className="h-auto w-full rounded"
        />
        <div className="prose">
          <h2 id="event-highlights">{eventHighlights.title}</h2>
          {eventHighlights.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Container>
    </section>
  )
}

/** The data is static, so there is no loading state. */
export default function AchievementsPage() {
  return (
    <>
      <PageHeading
        heading="Achievements"
        picture={<Picture name="kitchen" width={800} height={600} className="h-auto w-full rounded" />}
      >
        <p>{fill(achievementsIntro, useCentre())}</p>
      </PageHeading>
      <Container className="py-12 lg:py-16">
        <Achievements />
      </Container>
      <EventHighlights />
    </>
  )
}
