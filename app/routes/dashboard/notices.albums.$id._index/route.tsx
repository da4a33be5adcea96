import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { findAlbum } from '~/domain/notices/albums.server'
import { loadGallery } from '~/domain/notices/photos.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createPageAction } from '~/http/forms/pages.server'
import { addPhotosOfForm } from '~/routes/parts/notices/add-photos.server'
import { GalleryPage } from '~/routes/parts/notices/gallery'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { Lines } from '~/ui/lines'
import { getPageNumber } from '~/ui/lists/page-links'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  body: 'files',
  title: (data) => data?.album.title ?? 'Album',
  detail: ({ photos }) => formatPageNumber(photos),
})

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { db } = args.context
  const album = orNotFound(await findAlbum(db, user, parsePathId(args.params.id)))
  const page = getPageNumber(new URL(args.request.url).searchParams)
  return { isTutor: user.role === 'tutor', album, ...(await loadGallery(db, user, album, page)) }
}

export const action = createPageAction(async (args) => {
  const album = await findAlbum(args.context.db, args.tutor, parsePathId(args.params.id))
  return addPhotosOfForm(args, orNotFound(album))
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function AlbumPage() {
  const gallery = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <GalleryPage title={gallery.album.title} {...gallery} result={result}>
      <p className="mb-6 max-w-measure">
        <Lines text={gallery.album.text} />
      </p>
    </GalleryPage>
  )
}
