import type { ListedResource } from '~/domain/resources/resources.server'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'
import { CategoryBadge } from '~/ui/lists/category-badge'
import { OpenForm } from '~/ui/lists/list-with-forms'

/** One resource for tutors: its title and category, who can see it, and links to edit and delete. */
export function ResourceCard({ resource }: { resource: ListedResource }) {
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
        <OpenForm to={`/dashboard/resources/${id}/edit`} variant="secondary">
          Edit<span className="sr-only"> {title}</span>
        </OpenForm>
        <OpenForm to={`/dashboard/resources/${id}/delete`} variant="danger">
          Delete<span className="sr-only"> {title}</span>
        </OpenForm>
        {isPublic && (
          <a href={`/resources/${id}`} className="inline-flex min-h-control items-center">
            {' '}
            See it<span className="sr-only"> on the website: {title}</span>
          </a>
        )}
      </div>
    </Card>
  )
}
