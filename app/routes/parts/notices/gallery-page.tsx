import type { ComponentProps, ReactNode } from 'react'
import { paths } from '~/paths'
import { Link } from '~/ui/link'
import { BackLink } from '~/ui/portal/back-link'
import { Gallery } from './gallery'

/** The page of an album or the photo notice; `children` are above its photos. */
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
