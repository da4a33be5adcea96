import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { readPhotoNotice } from '~/domain/notices/albums.server'
import { FIRST_PHOTO_NOTICE } from '~/domain/notices/notices'
import { loadGallery } from '~/domain/notices/photos.server'
import { createPageAction } from '~/http/forms/pages.server'
import { addPhotosOfForm } from '~/routes/parts/notices/add-photos.server'
import { GalleryPage } from '~/routes/parts/notices/gallery'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { getPageNumber } from '~/ui/lists/page-links'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'user', action: 'tutor' },
  body: 'files',
  title: (data) => (data?.notice ?? FIRST_PHOTO_NOTICE).title,
  detail: ({ photos }) => formatPageNumber(photos),
})

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const page = getPageNumber(new URL(args.request.url).searchParams)
  return {
    isTutor: user.role === 'tutor',
    notice: await readPhotoNotice(args.context.db, user),
    ...(await loadGallery(args.context.db, user, null, page)),
  }
}

export const action = createPageAction((args) => addPhotosOfForm(args, null))

export { galleryClientLoader as clientLoader } from '~/routes/parts/notices/gallery'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function QqiPhotos() {
  const { notice, ...gallery } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return <GalleryPage title={notice.title} album={null} {...gallery} result={result} />
}
