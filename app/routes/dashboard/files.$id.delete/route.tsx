import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { findFile, removeFile } from '~/domain/files/files.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { myFiles } from '~/routes/parts/files/my-files'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const file = orNotFound(await findFile(args.context.db, user, pathId(args.params.id)))
  return { file }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const { searchParams } = new URL(request.url)
  return removing(args.request, async () => {
    await removeFile(context.db, context.uploads, user, pathId(params.id))
    return redirectWithMessage(context, myFiles(searchParams), {
      kind: 'success',
      title: 'Document deleted',
      text: 'The document has been deleted successfully.',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Document', { of: ({ file }) => file.title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteFile() {
  const { file } = useLoaderData<typeof loader>()
  const [parameters] = useSearchParams()
  return <ConfirmDelete what="Document" name={file.title} cancelTo={myFiles(parameters)} />
}
