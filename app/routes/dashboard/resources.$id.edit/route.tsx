import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { Conflict } from '~/domain/conflict.server'
import { pathId } from '~/domain/path-id'
import { changeResource, findResource, resourceInWords } from '~/domain/resources/resources.server'
import { resourceEdit } from '~/domain/resources/schema'
import { LONG_TEXT_LIMIT, readForm } from '~/http/body'
import { asksForPreview, check, conflicted, failed, previewed, refused } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { ResourceForm } from '~/routes/parts/resources/resource-form'
import { Panel } from '~/ui/list-with-forms'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const resource = await findResource(args.context.db, pathId(args.params.id))
  if (!resource) throw notFound(args.request)
  return { resource }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const form = await readForm(request, LONG_TEXT_LIMIT)
  const submission = check(form, resourceEdit)
  if (asksForPreview(form)) return previewed(submission, form.get('content'))
  if (submission.status !== 'success') return refused(submission.reply())
  try {
    if (!(await changeResource(context.db, user, pathId(params.id), submission.value))) throw notFound(request)
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof Conflict) return conflicted(submission, error, submission.value, resourceInWords)
    return failed(submission, 'Failed to update resource', error)
  }
  return redirectWithMessage(context, '/dashboard/resources', {
    kind: 'success',
    title: 'Success',
    text: 'Resource updated successfully',
  })
}

export const meta = pageTitle('Edit Resource')

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
