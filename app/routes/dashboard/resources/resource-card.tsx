import type { ListedResource } from '~/domain/resources/resources.server'
import { Card } from '~/ui/card'
import { CategoryBadge } from '~/ui/category-badge'
import { Icon } from '~/ui/icon'
import { OpenForm } from '~/ui/list-with-forms'

/** One resource for tutors: its title and category, who can see it, and links to edit and delete. */
export function ResourceCard({ resource }: { resource: ListedResource }) {
  const { id, title, description, category, isPublic } = resource
  return (
    <Card as="li" className="flex flex-col">
      <p>
        <CategoryBadge category={category} />
      </p>
      <h3 className="mt-3">{title}</h3>
      {description && <p className="mt-2">{description}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-x-4 pt-4">
        <p className="flex min-h-control items-center gap-2 font-bold">
          <Icon name={isPublic ? 'public' : 'lock'} className="h-6 w-6 shrink-0" />
          {isPublic ? 'Public' : 'Private'}
        </p>
        {isPublic && (
          <a href={`/resources/${id}`} className="inline-flex min-h-control items-center">
            See the page<span className="sr-only"> {title}</span>
          </a>
        )}
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <OpenForm to={`/dashboard/resources/${id}/edit`} look="secondary">
          <Icon name="edit" className="h-5 w-5 shrink-0" />
          Edit<span className="sr-only"> {title}</span>
        </OpenForm>
        <OpenForm to={`/dashboard/resources/${id}/delete`} look="danger">
          <Icon name="delete" className="h-5 w-5 shrink-0" />
          Delete<span className="sr-only"> {title}</span>
        </OpenForm>
      </div>
    </Card>
  )
}
