import type { SubmissionResult } from '@conform-to/react'
import { type ClientLoaderFunctionArgs, useFetcher } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import type { Account } from '~/domain/accounts/account'
import type { FileRecord } from '~/domain/files/files.server'
import type { PhotoAlbum } from '~/domain/notices/numbers.server'
import type { loadGallery } from '~/domain/notices/photos.server'
import type { Page } from '~/domain/page.server'
import { getGalleryPath, paths } from '~/paths'
import { withTimeout } from '~/ui/browser/request-failure'
import { ButtonAnchor } from '~/ui/button'
import { classes } from '~/ui/classes'
import { formatDay } from '~/ui/dates'
import { Link } from '~/ui/link'
import { EmptyState } from '~/ui/lists/empty-state'
import { EditAndDelete } from '~/ui/lists/list-with-forms'
import { PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'
import { FileTile } from '~/ui/portal/file-image'
import { PHOTO_UPLOAD, PhotoUpload } from './photo-upload'

function Photo({ photo, isTutor, hiddenBecause }: { photo: FileRecord; isTutor: boolean; hiddenBecause?: string }) {
  const photoPath = paths.dashboard.notices.qqi.one(photo.id)
  return (
    <li
      id={`photo-${photo.id}`}
      className="rounded border border-line bg-white p-2 shadow-card sm:p-3 print:break-inside-avoid"
    >
      <FileTile file={photo} to={photoPath} />
      <div className="mt-2">
        <h3 className="break-words text-small leading-snug sm:text-body">{photo.title}</h3>
        {/* Shown to tutors so that they can correct it. Screen readers already read it as the picture's alt. */}
        {isTutor && photo.alt && (
          <p aria-hidden="true" className="long-words text-small sm:text-body">
            {photo.alt}
          </p>
        )}
        <p className="text-small leading-snug text-ink-soft">
          Uploaded <time dateTime={photo.uploadedAt}>{formatDay(photo.uploadedAt)}</time>
        </p>
        {isTutor && !photo.alt && <p className="no-print text-small font-bold leading-snug">No description yet.</p>}
        {hiddenBecause && <p className="no-print text-small font-bold leading-snug">Hidden: {hiddenBecause}</p>}
        {isTutor && (
          <div className="no-print mt-2 flex flex-wrap gap-2">
            <EditAndDelete
              to={{ edit: `${photoPath}#edit`, delete: paths.dashboard.notices.qqi.delete(photo.id) }}
              title={photo.title}
            />
          </div>
        )}
      </div>
    </li>
  )
}

/** One page of the photos of an album or the photo notice. Tutors also get the upload, next to the photos or below them, whose first photo gets the number `next`. */
export function Gallery({
  album,
  photos,
  next,
  reasons,
  students,
  isTutor,
  result,
}: {
  album: PhotoAlbum
  photos: Page<FileRecord>
  next: number
  /** Why photos are hidden, by their ids. */
  reasons: Record<string, string>
  students: Account[]
  isTutor: boolean
  result?: SubmissionResult<string[]> | null
}) {
  return (
    <div className={classes('grid items-start gap-6', isTutor && 'lg:grid-cols-[minmax(0,1fr)_24rem]')}>
      <div className="min-w-0 space-y-6">
        {isTutor && photos.found > 0 && (
          <ButtonAnchor href={`#${PHOTO_UPLOAD}`} variant="secondary" className="no-print lg:hidden">
            Add photos
          </ButtonAnchor>
        )}
        {photos.found === 0 ? (
          <EmptyState picture="empty-photos" title={album ? 'No photos yet.' : 'No QQI certificate photos yet.'} />
        ) : (
          <ul className={classes('grid gap-3 xs:grid-cols-2 sm:gap-6', !isTutor && 'lg:grid-cols-3')}>
            {photos.items.map((photo) => (
              <Photo key={photo.id} photo={photo} isTutor={isTutor} hiddenBecause={reasons[photo.id]} />
            ))}
          </ul>
        )}
        <PageLinks pages={photos.pages} />
      </div>
      {isTutor && <PhotoUpload album={album} next={next} students={students} result={result} />}
    </div>
  )
}

/** `children` are above its photos. */
export function GalleryPage({
  title,
  children,
  ...gallery
}: ComponentProps<typeof Gallery> & { title: string; children?: ReactNode }) {
  return (
    <section aria-labelledby="photos">
      {gallery.album ? (
        <BackLink to={paths.dashboard.notices.albums.list}>Back to the albums</BackLink>
      ) : (
        <BackLink to={paths.dashboard.notices.list}>Back to Notices</BackLink>
      )}
      <h2 id="photos" className="mb-6">
        {title}
      </h2>
      {children}
      <Gallery {...gallery} />
      {!gallery.isTutor && (
        <Link to={paths.dashboard.photosOfYou} className="mt-6 inline-flex min-h-control items-center font-bold">
          Photos of you: you decide
        </Link>
      )}
    </section>
  )
}

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
