import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { addResource } from '~/domain/resources/resources.server'
import { resourceForm } from '~/domain/resources/schema'
import { readForm } from '~/http/forms/body'
import { asksForPreview, check, previewed, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Panel } from '~/ui/lists/list-with-forms'

export const loader = () => null

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const form = await readForm(args.request)
  const submission = check(form, resourceForm)
  if (asksForPreview(form)) return previewed(submission, form.get('content'))
  return saving(submission, async (resource) => {
    await addResource(args.context.db, user, resource)
    return redirectWithMessage(args.context, '/dashboard/resources', {
      kind: 'success',
      title: 'Success',
      text: 'Resource created successfully',
    })
  })
}

export const meta = pageTitle('Create New Resource')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewResource() {
  return (
    <Panel title="Create New Resource">
      <ResourceForm answer={useActionData<typeof action>()} submitLabel="Create Resource" pendingLabel="Creating..." />
    </Panel>
  )
}
