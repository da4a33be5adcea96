import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { changeAlbum, describeAlbum, findAlbum } from '~/domain/notices/albums.server'
import { photoNoticeEdit } from '~/domain/notices/schema'
import { createFormAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AlbumForm } from '~/routes/parts/notices/notice-forms'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Edit album',
  detail: ({ title }) => title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findAlbum(db, tutor, id),
  ({ title, text, isHiddenWhenEmpty, version }) => ({ title, text, isHiddenWhenEmpty, version }),
)
export const action = createFormAction(
  photoNoticeEdit,
  async (album, { db, tutor, id }) => {
    await changeAlbum(db, tutor, id, toChange(album))
    return createSaveResult('album', 'updated', paths.dashboard.notices.albums.list)
  },
  { descriptions: describeAlbum },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditAlbum() {
  const album = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const cancelTo = paths.dashboard.notices.albums.list
  return <AlbumForm heading="Edit album" noun="album" album={album} answer={answer} cancelTo={cancelTo} />
}
