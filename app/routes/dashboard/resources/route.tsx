import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageOfResources } from '~/domain/resources/resources.server'
import { pageInWords, pageTitle } from '~/ui/browser/page-title'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { ListHeading, ListWithForms, OpenForm } from '~/ui/lists/list-with-forms'
import { PageLinks, pageIn } from '~/ui/lists/page-links'
import { ResourceCard } from './resource-card'

export async function loader(args: LoaderFunctionArgs) {
  return pageOfResources(args.context.db, pageIn(new URL(args.request.url).searchParams))
}

export const meta = pageTitle<typeof loader>('Resource Management', { of: pageInWords })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { shouldRevalidate } from '~/ui/forms/post'

export default function Resources() {
  const { items: resources, pages } = useLoaderData<typeof loader>()
  return (
    <ListWithForms>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <ListHeading>Resource Management</ListHeading>
          <p className="mt-1">Create and manage resources for families</p>
        </div>
        <OpenForm to="/dashboard/resources/new">
          <Icon name="plus" className="h-6 w-6 shrink-0" />
          Add Resource
        </OpenForm>
      </div>
      <div className="mt-6">
        {resources.length === 0 ? (
          <EmptyState picture="empty-resources" title="No resources yet">
            <p>Create your first resource for families to access.</p>
          </EmptyState>
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
            {resources.map((resource) => (
              <ResourceCard key={resource.id} resource={resource} />
            ))}
          </ul>
        )}
        <PageLinks pages={pages} />
      </div>
    </ListWithForms>
  )
}
