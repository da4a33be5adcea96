import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { changeResource, findResource, resourceInWords } from '~/domain/resources/resources.server'
import { resourceEdit } from '~/domain/resources/schema'
import { readForm } from '~/http/forms/body'
import { asksForPreview, check, previewed, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Panel } from '~/ui/lists/list-with-forms'

export async function loader(args: LoaderFunctionArgs) {
  const resource = orNotFound(await findResource(args.context.db, pathId(args.params.id)))
  return { resource }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const form = await readForm(request)
  const submission = check(form, resourceEdit)
  if (asksForPreview(form)) return previewed(submission, form.get('content'))
  return saving(
    submission,
    async (resource) => {
      await changeResource(context.db, user, pathId(params.id), changeOf(resource))
      return redirectWithMessage(context, '/dashboard/resources', {
        kind: 'success',
        title: 'Success',
        text: 'Resource updated successfully',
      })
    },
    { inWords: resourceInWords },
  )
}

export const meta = pageTitle<typeof loader>('Edit Resource', { of: ({ resource }) => resource.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditResource() {
  const { resource } = useLoaderData<typeof loader>()
  const { title, description, category, content, isPublic, version } = resource
  return (
    <Panel title="Edit Resource">
      <ResourceForm
        resource={{ title, description, category, content, isPublic, version }}
        answer={useActionData<typeof action>()}
        submitLabel="Update Resource"
        pendingLabel="Updating..."
      />
    </Panel>
  )
}
