import { useActionData } from '@remix-run/react'
import { addResource } from '~/domain/resources/resources.server'
import { resourceForm } from '~/domain/resources/schema'
import { formAction } from '~/http/forms/pages.server'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { pageTitle } from '~/ui/browser/page-title'

export const loader = () => null
export const action = formAction(resourceForm, async (resource, { db, tutor }) => {
  await addResource(db, tutor, resource)
  return { to: '/dashboard/resources', title: 'Success', text: 'Resource created successfully' }
})

export const meta = pageTitle('Create New Resource')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewResource() {
  return <ResourceForm answer={useActionData<typeof action>()} />
}
