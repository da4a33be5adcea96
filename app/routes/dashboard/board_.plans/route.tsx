import { useLoaderData } from '@remix-run/react'
import { listPublicPlans, type Plan } from '~/domain/plans/plans.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { CardList } from '~/routes/parts/board/board-forms'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EditAndDelete } from '~/ui/lists/list-with-forms'
import { ExternalLink } from '~/ui/site/external-link'

export const handle = defineScreen({
  access: 'tutor',
  title: 'Strategic Plans',
  tab: { label: 'Strategic Plans', place: 2 },
})

export const loader = createPageLoader(async (args) => {
  const plans = await listPublicPlans(args.context.db)
  return { plans: plans.map(({ content: _, ...card }) => card) }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { shouldRevalidate } from '~/ui/forms/post'

export default function PlansPage() {
  const { plans } = useLoaderData<typeof loader>()
  return (
    <CardList
      addPath={paths.dashboard.board.plans.new}
      addLabel="Add Plan"
      picture="empty-files"
      emptyTitle="No strategic plans yet"
      cards={plans.map((plan) => <PlanCard key={plan.id} plan={plan} />)}
    />
  )
}

function PlanCard({ plan }: { plan: Omit<Plan, 'content'> }) {
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
        <EditAndDelete
          to={{ edit: paths.dashboard.board.plans.edit(id), delete: paths.dashboard.board.plans.delete(id) }}
          title={title}
          preventScrollReset
        />
      </div>
    </Card>
  )
}
