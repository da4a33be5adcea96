import { type ClientLoaderFunctionArgs, useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import type { loadGallery } from '~/domain/notices/photos.server'
import { getGalleryPath } from '~/paths'
import { withTimeout } from '~/ui/browser/request-failure'

type LoadedGallery = Awaited<ReturnType<typeof loadGallery>>

const IN_DIALOG = 'dialog'

/** The gallery of a page with a dialog, fetched when the dialog opens. Until an answer comes, it is as it was on the page. */
export function useFreshGallery(gallery: LoadedGallery, isOpen: boolean): LoadedGallery {
  const { load, data, state } = useFetcher<LoadedGallery | null>()
  const { page } = gallery.photos
  useEffect(() => {
    if (isOpen) load(`${getGalleryPath()}?${IN_DIALOG}&page=${page}`)
  }, [isOpen, page, load])
  return state === 'idle' && data?.photos.page === page ? data : gallery
}

/** Loads the gallery's page. For the dialog, a failure is null: the error page would replace the photos that it shows. */
export async function galleryClientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  if (!new URL(request.url).searchParams.has(IN_DIALOG)) return serverLoader()
  try {
    return await withTimeout(serverLoader())
  } catch (error) {
    // A redirect, for example to the log-in.
    if (error instanceof Response) throw error
    return null
  }
}
