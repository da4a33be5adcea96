import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sitePage, visitWords } from '~/routes/parts/website/site-page.server'
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
  return { ...(await sitePage(args, 'activities')), visit: await visitWords(args) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function Programmes() {
  const { words, visit } = useLoaderData<typeof loader>()
  const { intro, grid } = words
  const shown = grid.items.filter(({ isHidden }) => !isHidden)
  const withPhotos = shown.some(({ photo }) => photo.picture)
  return (
    <>
      <ActivitiesOpening words={intro} shown={shown} />
      <Section id="week" heading={grid.heading}>
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
          {shown.map((activity) => (
            <ActivityCard key={activity.name} activity={activity} withPhotos={withPhotos} />
          ))}
        </ul>
      </Section>
      <VisitInvitation words={visit} />
    </>
  )
}
