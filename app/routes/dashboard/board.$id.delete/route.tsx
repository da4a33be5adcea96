import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { findMember, removeMember } from '~/domain/board/board.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const member = orNotFound(await findMember(args.context.db, pathId(args.params.id)))
  return { name: member.name }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  return removing(args.request, async () => {
    await removeMember(context.db, context.uploads, user, pathId(params.id))
    return redirectWithMessage(context, '/dashboard/board', {
      kind: 'success',
      title: 'Success',
      text: 'Board member deleted successfully',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Board Member', { of: ({ name }) => name })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteMember() {
  const { name } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Board Member" name={name} cancelTo="/dashboard/board" />
}
