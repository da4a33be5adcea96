import type { Plan } from '~/domain/plans/plans.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'
import { OpenForm } from '~/ui/lists/list-with-forms'
import { ExternalLink } from '~/ui/site/external-link'

/** One strategic plan for tutors: its years, whether it is active, and links to edit and delete. */
export function PlanCard({ plan }: { plan: Omit<Plan, 'content'> }) {
  const { id, title, description, startYear, endYear, isActive, documentUrl } = plan
  return (
    <Card as="li" className="flex flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Badge tone={isActive ? 'moss' : 'stone'}>{isActive ? 'Active' : 'Archive'}</Badge>
        <p className="font-bold text-river">
          {startYear} - {endYear}
        </p>
      </div>
      <h3 className="mt-4">{title}</h3>
      {description && <p className="mt-2">{description}</p>}
      {documentUrl && (
        <p className="mt-2">
          <ExternalLink to={documentUrl}>
            Full document<span className="sr-only"> of {title}</span>
          </ExternalLink>
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-3 pt-5">
        <OpenForm to={`/dashboard/board/plans/${id}/edit`} variant="secondary">
          <Icon name="edit" className="h-5 w-5 shrink-0" />
          Edit<span className="sr-only"> {title}</span>
        </OpenForm>
        <OpenForm to={`/dashboard/board/plans/${id}/delete`} variant="danger">
          <Icon name="delete" className="h-5 w-5 shrink-0" />
          Delete<span className="sr-only"> {title}</span>
        </OpenForm>
      </div>
    </Card>
  )
}
