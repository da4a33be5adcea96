import type { Plan } from '~/domain/plans/plans.server'
import { formatPlanYears } from '~/domain/plans/years'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/lists/empty-state'
import { EasyReadBox } from '~/ui/site/easy-read-part'
import { ExternalLink } from '~/ui/site/external-link'
import { RichText } from '~/ui/site/rich-text'

function StrategicPlan({ plan }: { plan: Plan }) {
  return (
    <Card as="li" className="lg:p-10">
      <section className="grid gap-x-12 gap-y-6 lg:grid-cols-[2fr_3fr]">
        <div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Badge tone={plan.isActive ? 'moss' : 'stone'}>{plan.isActive ? 'Current' : 'Archive'}</Badge>
            <p className="font-bold text-river">{formatPlanYears(plan)}</p>
          </div>
          <h2 className="mt-3">{plan.title}</h2>
          {plan.description && <p className="mt-2 text-lead text-ink-soft">{plan.description}</p>}
          {plan.documentUrl && (
            <p className="mt-4">
              <ExternalLink to={plan.documentUrl}>
                Read the full document<span className="sr-only"> of {plan.title}</span>
              </ExternalLink>
            </p>
          )}
        </div>
        <div>
          <EasyReadBox html={plan.easyRead} level="h3" />
          <RichText html={plan.content} />
        </div>
      </section>
    </Card>
  )
}

/** Strategic plans in full, active ones first. */
export function PlanCards({ plans }: { plans: Plan[] }) {
  if (plans.length === 0) return <EmptyState picture="empty-files" title="No strategic plans available" />
  return (
    <ul className="space-y-6 lg:space-y-8">
      {plans.map((plan) => (
        <StrategicPlan key={plan.id} plan={plan} />
      ))}
    </ul>
  )
}
