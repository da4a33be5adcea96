import { categories } from '~/domain/resources/categories'
import type { Resource } from '~/domain/resources/resources.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { OpenForm } from '~/ui/dialog'
import { Icon } from '~/ui/icon'

const tones = { support: 'moss', information: 'river', community: 'amber' } as const

/** One resource as a tutor sees it: what it is, who can see it, and the ways to change it. */
export function ResourceCard({ resource }: { resource: Omit<Resource, 'content'> }) {
  const { id, title, description, category, isPublic } = resource
  return (
    <Card as="li" className="flex flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Badge tone={tones[category]}>{categories[category]}</Badge>
        <p className="flex items-center gap-2 font-bold">
          <Icon name={isPublic ? 'public' : 'lock'} className="h-6 w-6 shrink-0" />
          {isPublic ? 'Public' : 'Private'}
        </p>
      </div>
      <h3 className="mt-4">{title}</h3>
      {description && <p className="mt-2">{description}</p>}
      {isPublic && (
        <p className="mt-2">
          <a href={`/resources/${id}`} className="inline-flex min-h-[32px] items-center">
            See the page<span className="sr-only"> {title}</span>
          </a>
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-3 pt-5">
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
