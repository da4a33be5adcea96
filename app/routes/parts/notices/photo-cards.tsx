import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { CountedAlbum, PhotoNotice } from '~/domain/notices/albums.server'
import type { Page } from '~/domain/page.server'
import { getGalleryPath, paths } from '~/paths'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { hasModalSupport } from '~/ui/dialogs/modal'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { Link } from '~/ui/link'
import { AddLink, EditAndDelete } from '~/ui/lists/list-with-forms'
import { FileTile } from '~/ui/portal/file-image'
import { Drawing } from '~/ui/site/drawing'

interface PhotoCardProps {
  id: string
  noun: 'notice' | 'album'
  words: Pick<PhotoNotice, 'title' | 'text' | 'isHiddenWhenEmpty'>
  photos: number
  hidden?: number
  isTutor: boolean
  to: string
  forms: ComponentProps<typeof EditAndDelete>['to']
  onClick?: (event: MouseEvent) => void
  picture?: ReactNode
}

/** An album or the photo notice, with a link that covers the card to its photos. */
function PhotoCard({ id, noun, words, photos, hidden = 0, isTutor, to, forms, onClick, picture }: PhotoCardProps) {
  const { title, text, isHiddenWhenEmpty } = words
  return (
    <Card
      as="article"
      aria-labelledby={id}
      className={classes('relative mt-4 grid max-w-4xl gap-6 hover:border-river', picture ? 'sm:grid-cols-2' : '')}
    >
      {picture}
      <div className="min-w-0">
        <h3 id={id} className="long-words">
          {title}
        </h3>
        <p className="mt-2">
          <Lines text={text} />
        </p>
        <p className="mt-2 font-bold">
          {photos === 0 ? 'No photos yet' : photos === 1 ? '1 photo' : `${photos} photos`}
          {hidden > 0 && `, ${hidden} hidden from students`}
        </p>
        {isTutor && photos === 0 && isHiddenWhenEmpty && (
          <p className="mt-2">Students will see this {noun} once it has photos.</p>
        )}
        <div className="no-print mt-4 flex flex-wrap gap-2">
          <ButtonLink to={to} onClick={onClick} className="after:absolute after:inset-0 after:rounded">
            <Icon name={photos > 0 || isTutor ? 'image' : 'notices'} className="h-6 w-6" />
            {photos > 0 ? 'See the photos' : isTutor ? 'Add photos' : `Open the ${noun}`}
            <span className="sr-only"> of the {title}</span>
          </ButtonLink>
          {isTutor && (
            <div className="relative z-40 flex flex-wrap gap-2">
              <EditAndDelete to={forms} title={title} />
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

/** The notice above the photos. It links to the gallery's page; with scripts, the whole card opens a dialog instead. */
export function PhotoNoticeCard({
  notice,
  onOpen,
  ...props
}: Pick<PhotoCardProps, 'photos' | 'hidden' | 'isTutor'> & { notice: PhotoNotice; onOpen: () => void }) {
  function openDialog(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !hasModalSupport()) return
    event.preventDefault()
    onOpen()
  }
  return (
    <PhotoCard
      id="qqi-notice"
      noun="notice"
      words={notice}
      to={getGalleryPath()}
      forms={{ edit: paths.dashboard.notices.qqi.edit }}
      onClick={openDialog}
      picture={
        <Drawing name="celebration" width={1200} height={600} className="h-auto w-full self-center rounded-sm" />
      }
      {...props}
    />
  )
}

export function AlbumCards({ albums, isTutor }: { albums: CountedAlbum[]; isTutor: boolean }) {
  const { edit, delete: remove } = paths.dashboard.notices.albums
  return albums.map(({ id, photos, hidden, cover, ...words }) => (
    <PhotoCard
      key={id}
      id={`album-${id}`}
      noun="album"
      words={words}
      photos={photos}
      hidden={hidden}
      isTutor={isTutor}
      to={getGalleryPath(id)}
      forms={{ edit: edit(id), delete: remove(id) }}
      picture={cover && <FileTile file={{ ...cover, alt: '' }} />}
    />
  ))
}

/** The newest albums on the Notices tab, and a link to all. On a long tab, `isShort` is false and there is only the link. */
export function LatestAlbums({
  albums: { items, found },
  isTutor,
  isShort,
}: {
  albums: Page<CountedAlbum>
  isTutor: boolean
  isShort: boolean
}) {
  const latest = isShort ? items.slice(0, 3) : []
  return (
    <>
      <AlbumCards albums={latest} isTutor={isTutor} />
      {found > latest.length && (
        <p className="mt-2">
          <Link
            to={paths.dashboard.notices.albums.list}
            className="inline-flex min-h-control items-center gap-2 font-bold"
          >
            <Icon name="image" className="h-6 w-6" />
            {found === 1 ? 'See the album' : `See all ${found} albums`}
          </Link>
        </p>
      )}
    </>
  )
}

export function AddAlbumLink() {
  return (
    <AddLink to={paths.dashboard.notices.albums.new} variant="secondary" className="no-print px-3">
      Add an album
    </AddLink>
  )
}
