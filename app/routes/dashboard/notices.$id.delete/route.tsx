import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { findNotice, removeNotice } from '~/domain/notices/notices.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  return { notice: orNotFound(await findNotice(args.context.db, pathId(args.params.id))) }
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
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteNotice() {
  const { notice } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Notice" name={notice.title} cancelTo="/dashboard/notices" />
}
