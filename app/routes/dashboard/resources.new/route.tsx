import { useActionData } from '@remix-run/react'
import { addResource } from '~/domain/resources/resources.server'
import { resourceForm } from '~/domain/resources/schema'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', body: 'text', title: 'Create New Resource' })

export const loader = createPageLoader(async () => null)
export const action = createFormAction(resourceForm, async (resource, { db, tutor }) => {
  await addResource(db, tutor, resource)
  return { to: paths.dashboard.resources.list, title: 'Success', text: 'Resource created successfully' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewResourcePage() {
  return <ResourceForm answer={useActionData<typeof action>()} />
}
