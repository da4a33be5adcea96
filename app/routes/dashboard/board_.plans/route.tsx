import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listPlans } from '~/domain/plans/plans.server'
import { pageTitle } from '~/ui/browser/page-title'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { ListWithForms, OpenForm } from '~/ui/lists/list-with-forms'
import { PlanCard } from './plan-card'

export async function loader(args: LoaderFunctionArgs) {
  const plans = await listPlans(args.context.db)
  return { plans: plans.map(({ content: _, ...card }) => card) }
}

export const meta = pageTitle('Strategic Plans')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { shouldRevalidate } from '~/ui/forms/post'

export default function Plans() {
  const { plans } = useLoaderData<typeof loader>()
  return (
    <ListWithForms>
      <OpenForm to="/dashboard/board/plans/new">
        <Icon name="plus" className="h-6 w-6 shrink-0" />
        Add Plan
      </OpenForm>
      <div className="mt-6">
        {plans.length === 0 ? (
          <EmptyState picture="empty-files" title="No strategic plans yet" />
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
            {plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} />
            ))}
          </ul>
        )}
      </div>
    </ListWithForms>
  )
}
