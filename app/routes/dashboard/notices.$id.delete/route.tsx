import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { findNotice, removeNotice } from '~/domain/notices/notices.server'
import { pathId } from '~/domain/path-id'
import { found } from '~/domain/refused'
import { removing } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  return { notice: found(await findNotice(args.context.db, pathId(args.params.id))) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  return removing(args.request, async () => {
    await removeNotice(context.db, user, pathId(params.id))
    return redirectWithMessage(context, '/dashboard/notices', {
      kind: 'success',
      title: 'Notice deleted',
      text: 'The notice has been deleted successfully.',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Notice', { of: ({ notice }) => notice.title })
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function DeleteNotice() {
  const { notice } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Notice" name={notice.title} cancelTo="/dashboard/notices" />
}
