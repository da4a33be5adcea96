import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paginatePublicResources } from '~/domain/resources/resources.server'
import { ExampleMark } from '~/routes/parts/website/example-mark'
import { loadSitePage } from '~/routes/parts/website/site-page.server'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { EmptyState } from '~/ui/lists/empty-state'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { Container } from '~/ui/site/page'
import { FamilyResourceCard, TutorsResources } from './cards'
import { getCardIds, ResourcesOpening } from './needs'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Resources for Families',
  detail: formatPageNumber,
  description: ({ words }) => words.search.description,
})

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const resources = await paginatePublicResources(context.db, getPageNumber(new URL(request.url).searchParams))
  return { ...resources, ...(await loadSitePage(args, 'resources')) }
}

export { publicMeta as meta } from '~/ui/site/public-meta'

export default function FamilyResources() {
  const { items: resources, pages, words } = useLoaderData<typeof loader>()
  const { intro, needs, cards } = words
  const ids = getCardIds(cards.items)
  return (
    <>
      <ExampleMark of={['intro', 'needs']} />
      <ResourcesOpening words={intro} needsText={needs} cards={cards.items} />
      <ExampleMark of={['cards']} />
      <Container className="py-6 lg:py-16">
        {cards.items.length + resources.length === 0 ? (
          <EmptyState picture="empty-resources" title="No resources available" />
        ) : (
          <ul className="grid gap-3 md:grid-cols-2 lg:gap-6 xl:grid-cols-3">
            {cards.items.map((resource, index) => (
              <FamilyResourceCard key={resource.title} resource={resource} id={ids.get(index)} />
            ))}
          </ul>
        )}
        {resources.length > 0 && <TutorsResources resources={resources} />}
        <PageLinks pages={pages} heading="tutors-resources" />
      </Container>
    </>
  )
}
