import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { AchievementsWords } from '~/domain/website/achievements.server'
import { paths } from '~/paths'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'
import { EasyReadLink } from '~/ui/site/easy-read-link'
import { Container } from '~/ui/site/page'
import { WebsitePicture } from '~/ui/site/picture'
import { RichText } from '~/ui/site/rich-text'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Achievements',
  description: ({ words }) => words.search.description,
})

export const loader = (args: LoaderFunctionArgs) => loadSitePage(args, 'achievements')

export { publicMeta as meta } from '~/ui/site/public-meta'

function AchievementCards({ items, newest }: { items: AchievementsWords['cards']['items']; newest: string }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 lg:gap-6 md:[&>:last-child:nth-child(odd)]:col-span-2">
      {items.map((achievement, index) => (
        <Card as="li" isSnug key={`${achievement.title} ${achievement.date}`} className="flex flex-col gap-2">
          <div className="flex items-center gap-3 lg:gap-4">
            <span className="picture flex h-12 w-12 shrink-0 items-center justify-center rounded-full bg-amber-tint text-amber lg:h-16 lg:w-16">
              <Icon name={achievement.icon} className="h-7 w-7 lg:h-9 lg:w-9" />
            </span>
            <h2 className="text-h3 leading-tight">{achievement.title}</h2>
          </div>
          <p>{achievement.description}</p>
          <p className="mt-auto flex flex-wrap items-center gap-3 font-bold text-river">
            {achievement.date}
            {index === 0 && ' '}
            {index === 0 && <Badge tone="amber">{newest}</Badge>}
          </p>
        </Card>
      ))}
    </ul>
  )
}

function EventHighlights({ words }: { words: AchievementsWords['highlights'] | undefined }) {
  if (!words) return null
  const { heading, text, picture } = words
  return (
    <section aria-labelledby="event-highlights" className="bg-sand py-6 lg:py-16">
      <Container className="grid items-center gap-x-16 gap-y-4 lg:grid-cols-[3fr_2fr]">
        <WebsitePicture
          picture={picture}
          width={1200}
          height={600}
          className="aspect-[2/1] h-auto w-full rounded"
          frameClass="lg:aspect-[3/2]"
        />
        <div className="prose">
          <h2 id="event-highlights">{heading}</h2>
          <RichText html={text} />
        </div>
      </Container>
    </section>
  )
}

/** The layout shows 'Loading achievements...' while this page is loading. */
export default function AchievementsPage() {
  const { intro, cards, highlights } = useLoaderData<typeof loader>().words
  return (
    <>
      <ExampleMark of={['intro']} />
      <AchievementsOpening words={intro} />
      <ExampleMark of={['cards']} />
      {cards.items.length > 0 && (
        <Container className="py-6 lg:py-16">
          <AchievementCards items={cards.items} newest={intro.newest} />
        </Container>
      )}
      <ExampleMark of={['highlights']} />
      <EventHighlights words={highlights} />
    </>
  )
}

export function AchievementsOpening({ words: { heading, text } }: { words: AchievementsWords['intro'] }) {
  return (
    <div className="bg-amber-tint">
      <Container className="grid items-center gap-x-16 gap-y-4 py-6 lg:grid-cols-2 lg:py-14">
        <div>
          <EasyReadLink to={paths.easyRead.achievements} />
          <h1>{heading}</h1>
        </div>
        <p className="max-w-measure sm:text-lead">{text}</p>
      </Container>
    </div>
  )
}
