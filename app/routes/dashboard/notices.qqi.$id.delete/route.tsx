import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { findPhoto, removePhoto } from '~/domain/notices/photos.server'
import { pathId } from '~/domain/path-id'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { ConfirmDelete } from '~/ui/confirm'
import { FileImage } from '~/ui/file-image'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireTutor(args)
  const photo = await findPhoto(args.context.db, user, pathId(args.params.id))
  if (!photo) throw notFound(args.request)
  return { photo }
}

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  if (!(await removePhoto(context.db, context.uploads, user, pathId(params.id)))) throw notFound(request)
  return redirectWithMessage(context, '/dashboard/notices/qqi', {
    kind: 'success',
    title: 'Photo deleted',
    text: 'The photo has been deleted successfully.',
  })
}

export const meta = pageTitle('Delete Photo')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function DeletePhoto() {
  const { photo } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Photo" name={photo.title} cancelTo="/dashboard/notices/qqi">
      <FileImage file={photo} />
    </ConfirmDelete>
  )
}
