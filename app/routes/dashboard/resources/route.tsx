import { useLoaderData } from '@remix-run/react'
import { type ListedResource, paginateResources } from '~/domain/resources/resources.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'
import { CategoryBadge } from '~/ui/lists/category-badge'
import { EmptyState } from '~/ui/lists/empty-state'
import { AddLink, EditAndDelete, ListHeading, ListWithForms } from '~/ui/lists/list-with-forms'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Resource Management',
  detail: formatPageNumber,
})

export const loader = createPageLoader(async (args) => {
  return paginateResources(args.context.db, args.tutor, getPageNumber(new URL(args.request.url).searchParams))
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { shouldRevalidate } from '~/ui/forms/post'

export default function TutorResourcesPage() {
  const { items: resources, pages } = useLoaderData<typeof loader>()
  return (
    <ListWithForms>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <ListHeading>Resource Management</ListHeading>
          <p className="mt-1">Create and manage resources for families</p>
        </div>
        <AddLink to={paths.dashboard.resources.new} preventScrollReset>
          Add Resource
        </AddLink>
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

function ResourceCard({ resource }: { resource: ListedResource }) {
  const { id, title, description, category, isPublic } = resource
  return (
    <Card as="li" isSnug className="flex flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <CategoryBadge category={category} />
        <p className="flex items-center gap-1 text-small font-bold">
          <Icon name={isPublic ? 'public' : 'lock'} className="h-5 w-5 shrink-0" />
          {isPublic ? 'Public' : 'Private'}
        </p>
      </div>
      <h3 className="mt-2">{title}</h3>
      {description && <p className="mt-1">{description}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 pt-3">
        <EditAndDelete
          to={{ edit: paths.dashboard.resources.edit(id), delete: paths.dashboard.resources.delete(id) }}
          title={title}
          preventScrollReset
        />
        {isPublic && (
          <a href={paths.resources.one(id)} className="inline-flex min-h-control items-center">
            {' '}
            See it<span className="sr-only"> on the website: {title}</span>
          </a>
        )}
      </div>
    </Card>
  )
}
