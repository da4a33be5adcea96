import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { findResource, removeResource } from '~/domain/resources/resources.server'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const resource = orNotFound(await findResource(args.context.db, pathId(args.params.id)))
  return { title: resource.title }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  return removing(args.request, async () => {
    await removeResource(context.db, user, pathId(params.id))
    return redirectWithMessage(context, '/dashboard/resources', {
      kind: 'success',
      title: 'Success',
      text: 'Resource deleted successfully',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Resource', { of: ({ title }) => title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteResource() {
  const { title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Resource" name={title} cancelTo="/dashboard/resources" />
}
