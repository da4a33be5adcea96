import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage, loadVisitWords } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { Section } from '~/ui/site/page'
import { VisitInvitation } from '~/ui/site/visit-invitation'
import { ActivitiesOpening, ActivityCard } from './activities'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Activities',
  description: ({ words }) => words.search.description,
})

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadSitePage(args, 'activities')), visit: await loadVisitWords(args) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function Programmes() {
  const { words, visit } = useLoaderData<typeof loader>()
  const { intro, grid } = words
  const visibleActivities = grid.items.filter(({ isHidden }) => !isHidden)
  const hasPhotos = visibleActivities.some(({ photo }) => photo.picture)
  return (
    <>
      <ExampleMark of={['intro']} />
      <ActivitiesOpening words={intro} />
      <ExampleMark of={['grid']} />
      <Section id="week" heading={grid.heading}>
        <ul className="grid gap-3 md:grid-cols-2 lg:gap-6">
          {visibleActivities.map((activity) => (
            <ActivityCard key={activity.name} activity={activity} hasPhotos={hasPhotos} />
          ))}
        </ul>
      </Section>
      <VisitInvitation words={visit} />
    </>
  )
}
