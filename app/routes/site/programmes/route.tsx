import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePage, visitWords } from '~/routes/parts/website/site-page.server'
import { PageHeading, Section } from '~/ui/page'
import { pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { RichText } from '~/ui/rich-text'
import { VisitInvitation } from '~/ui/visit-invitation'
import { ActivityCard } from './activity-card'

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await sitePage(args, 'activities')), visit: await visitWords(args) }
}

export const meta = pageTitle<typeof loader>('Activities', { describe: ({ words }) => words.search.description })

export default function Programmes() {
  const { words, visit } = useLoaderData<typeof loader>()
  const { intro, grid } = words
  return (
    <>
      <PageHeading
        heading={intro.heading}
        picture={<Picture first shown={intro.picture} width={800} height={600} className="h-auto w-full rounded" />}
      >
        <RichText html={intro.text} />
      </PageHeading>
      <Section id="week" heading={grid.heading}>
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
          {grid.items
            .filter(({ isHidden }) => !isHidden)
            .map((activity) => (
              <ActivityCard key={activity.name} activity={activity} />
            ))}
        </ul>
      </Section>
      <VisitInvitation words={visit} />
    </>
  )
}
