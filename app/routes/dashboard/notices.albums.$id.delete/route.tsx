import { useLoaderData } from '@remix-run/react'
import { findAlbum, removeAlbum } from '~/domain/notices/albums.server'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Album',
  detail: ({ title }) => title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findAlbum(db, tutor, id),
  ({ title, photos }) => ({ title, photos }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id }) => {
  await removeAlbum(db, uploads, tutor, id)
  return createSaveResult('album', 'deleted', paths.dashboard.notices.albums.list)
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteAlbum() {
  const { title, photos } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Album" name={title} cancelTo={paths.dashboard.notices.albums.list}>
      {photos > 0 && (
        <p className="font-bold">
          {photos === 1 ? 'The photo in it is deleted too.' : `All ${photos} photos in it are deleted too.`}
        </p>
      )}
    </ConfirmDelete>
  )
}
