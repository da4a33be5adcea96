import { useActionData } from '@remix-run/react'
import { addAlbum } from '~/domain/notices/albums.server'
import { photoNoticeWords } from '~/domain/notices/schema'
import { createFormAction, createPageLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AlbumForm } from '~/routes/parts/notices/notice-forms'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', title: 'Add an album' })

export const loader = createPageLoader(async () => null)
export const action = createFormAction(photoNoticeWords, async (album, { db, tutor }) => {
  const { id } = await addAlbum(db, tutor, album)
  return createSaveResult('album', 'added', paths.dashboard.notices.albums.one(id), 'Now add its photos.')
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewAlbum() {
  return <AlbumForm heading="Add an album" noun="album" answer={useActionData<typeof action>()} />
}
