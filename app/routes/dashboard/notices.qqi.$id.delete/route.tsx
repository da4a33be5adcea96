import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { findPhoto, removePhoto } from '~/domain/notices/photos.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'
import { FileImage } from '~/ui/portal/file-image'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const photo = orNotFound(await findPhoto(args.context.db, user, pathId(args.params.id)))
  return { photo }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  return removing(args.request, async () => {
    await removePhoto(context.db, context.uploads, user, pathId(params.id))
    return redirectWithMessage(context, '/dashboard/notices/qqi', {
      kind: 'success',
      title: 'Photo deleted',
      text: 'The photo has been deleted successfully.',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Photo', { of: ({ photo }) => photo.title })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeletePhoto() {
  const { photo } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Photo" name={photo.title} cancelTo="/dashboard/notices/qqi">
      <FileImage file={photo} />
    </ConfirmDelete>
  )
}
