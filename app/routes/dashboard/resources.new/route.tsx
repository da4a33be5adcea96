import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { addResource } from '~/domain/resources/resources.server'
import { resourceForm } from '~/domain/resources/schema'
import { readForm } from '~/http/body'
import { asksForPreview, check, previewed, saving } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { Panel } from '~/ui/list-with-forms'
import { pageTitle } from '~/ui/page-title'

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
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function NewResource() {
  return (
    <Panel title="Create New Resource">
      <ResourceForm answer={useActionData<typeof action>()} deed="Create Resource" doing="Creating..." />
    </Panel>
  )
}
