import { useLoaderData } from '@remix-run/react'
import { findPhoto, removePhoto } from '~/domain/notices/photos.server'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { getGalleryPath } from '~/paths'
import { defineScreen } from '~/screen'
import { ConfirmDelete } from '~/ui/dialogs/confirm'
import { FileImage } from '~/ui/portal/file-image'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Photo',
  detail: ({ photo }) => photo.title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findPhoto(db, tutor, id),
  (photo) => ({ photo }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id }) => {
  const { albumId } = await removePhoto(db, uploads, tutor, id)
  return createSaveResult('photo', 'deleted', getGalleryPath(albumId))
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeletePhoto() {
  const { photo } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Photo" name={photo.title} cancelTo={getGalleryPath(photo.albumId)}>
      <FileImage file={photo} />
    </ConfirmDelete>
  )
}
