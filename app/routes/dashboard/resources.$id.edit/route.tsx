import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { pathId } from '~/domain/path-id'
import { found } from '~/domain/refused'
import { changeResource, findResource, resourceInWords } from '~/domain/resources/resources.server'
import { resourceEdit } from '~/domain/resources/schema'
import { readForm } from '~/http/body'
import { asksForPreview, check, previewed, saving } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { Panel } from '~/ui/list-with-forms'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  const resource = found(await findResource(args.context.db, pathId(args.params.id)))
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
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function EditResource() {
  const { resource } = useLoaderData<typeof loader>()
  const { title, description, category, content, isPublic, version } = resource
  return (
    <Panel title="Edit Resource">
      <ResourceForm
        resource={{ title, description, category, content, isPublic, version }}
        answer={useActionData<typeof action>()}
        deed="Update Resource"
        doing="Updating..."
      />
    </Panel>
  )
}
