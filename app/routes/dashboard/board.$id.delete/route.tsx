import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { findMember, removeMember } from '~/domain/board/board.server'
import { pathId } from '~/domain/path-id'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { log } from '~/log.server'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const member = await findMember(args.context.db, pathId(args.params.id))
  if (!member) throw notFound(args.request)
  return { name: member.name }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const removed = await removeMember(context.db, context.uploads, user, pathId(params.id)).catch((error: unknown) => {
    log.error({ err: error }, 'Failed to delete board member')
    return 'failed' as const
  })
  if (!removed) throw notFound(request)
  return redirectWithMessage(
    context,
    '/dashboard/board',
    removed === 'failed'
      ? { kind: 'error', title: 'Error', text: 'Failed to delete board member' }
      : { kind: 'success', title: 'Success', text: 'Board member deleted successfully' },
  )
}

export const meta = pageTitle('Delete Board Member')

export default function DeleteMember() {
  const { name } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Board Member" name={name} cancelTo="/dashboard/board" />
}
