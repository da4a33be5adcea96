import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageOfResources } from '~/domain/resources/resources.server'
import { sitePage } from '~/routes/parts/website/site-page.server'
import { EmptyState } from '~/ui/empty-state'
import { Container, PageHeading } from '~/ui/page'
import { PageLinks, pageIn } from '~/ui/page-links'
import { pageInWords, pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { FamilyResourceCard } from './family-resource-card'
import { TutorsResources } from './tutors-resources'

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const resources = await pageOfResources(context.db, pageIn(new URL(request.url).searchParams), { isPublic: true })
  return { ...resources, ...(await sitePage(args, 'resources')) }
}

export const meta = pageTitle<typeof loader>('Resources for Families', {
  of: pageInWords,
  describe: ({ words }) => words.search.description,
})

export default function Resources() {
  const { items: resources, pages, words } = useLoaderData<typeof loader>()
  const { intro, cards } = words
  return (
    <>
      <PageHeading
        heading={intro.heading}
        picture={
          <Picture name="empty-resources" width={320} height={240} className="mx-auto hidden h-auto w-80 lg:block" />
        }
      >
        <p>{intro.text}</p>
      </PageHeading>
      <Container className="py-12 lg:py-16">
        {cards.items.length + resources.length === 0 ? (
          <EmptyState picture="empty-resources" title="No resources available" />
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 lg:gap-8 xl:grid-cols-3">
            {cards.items.map((resource) => (
              <FamilyResourceCard key={resource.title} resource={resource} />
            ))}
          </ul>
        )}
        {resources.length > 0 && <TutorsResources resources={resources} />}
        <PageLinks pages={pages} heading="tutors-resources" />
      </Container>
    </>
  )
}
