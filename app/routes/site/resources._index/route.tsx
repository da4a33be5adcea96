import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { familyResources, familyResourcesIntro } from '~/content/family-resources'
import { fill } from '~/content/fill'
import { pageOfResources } from '~/domain/resources/resources.server'
import { EmptyState } from '~/ui/empty-state'
import { Container, PageHeading } from '~/ui/page'
import { PageLinks, pageIn } from '~/ui/page-links'
import { pageInWords, pageTitle } from '~/ui/page-title'
import { Picture } from '~/ui/picture'
import { useCentre } from '~/ui/root-data'
import { FamilyResourceCard } from './family-resource-card'
import { TutorsResources } from './tutors-resources'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return pageOfResources(context.db, pageIn(new URL(request.url).searchParams), { isPublic: true })
}

export const meta = pageTitle<typeof loader>('Resources for Families', {
  of: pageInWords,
  description:
    'Services for families of adults with intellectual disabilities in Ireland: support, advocacy, rights and plans for later.',
})

export default function Resources() {
  const { items: resources, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        heading="Resources for Families"
        picture={
          <Picture name="empty-resources" width={320} height={240} className="mx-auto hidden h-auto w-80 lg:block" />
        }
      >
        <p>{fill(familyResourcesIntro, useCentre())}</p>
      </PageHeading>
      <Container className="py-12 lg:py-16">
        {familyResources.length + resources.length === 0 ? (
          <EmptyState picture="empty-resources" title="No resources available" />
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 lg:gap-8 xl:grid-cols-3">
            {familyResources.map((resource) => (
              <FamilyResourceCard key={resource.id} resource={resource} />
            ))}
          </ul>
        )}
        {resources.length > 0 && <TutorsResources resources={resources} />}
        <PageLinks pages={pages} heading="tutors-resources" />
      </Container>
    </>
  )
}
