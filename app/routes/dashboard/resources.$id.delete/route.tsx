import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { findResource, removeResource } from '~/domain/resources/resources.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { log } from '~/log.server'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const resource = await findResource(args.context.db, pathId(args.params.id))
  if (!resource) throw notFound(args.request)
  return { title: resource.title }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const removed = await removeResource(context.db, user, pathId(params.id)).catch((error: unknown) => {
    log.error({ err: error }, 'Failed to delete resource')
    return 'failed' as const
  })
  if (!removed) throw notFound(request)
  return redirectWithMessage(
    context,
    '/dashboard/resources',
    removed === 'failed'
      ? { kind: 'error', title: 'Error', text: 'Failed to delete resource' }
      : { kind: 'success', title: 'Success', text: 'Resource deleted successfully' },
  )
}

export const meta = pageTitle('Delete Resource')

export default function DeleteResource() {
  const { title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Resource" name={title} cancelTo="/dashboard/resources" />
}
