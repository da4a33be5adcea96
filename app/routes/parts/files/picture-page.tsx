import type { ReactNode } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { BackLink } from '~/ui/portal/back-link'
import { DownloadLink } from '~/ui/portal/download-link'
import { LargeImage } from '~/ui/portal/file-image'

interface PicturePageProps {
  picture: Pick<FileRecord, 'title' | 'description' | 'alt' | 'url' | 'fileName' | 'width' | 'height'>
  noun: 'document' | 'timetable' | 'photo'
  backTo: string
  back: string
  editAt?: string
  children?: ReactNode
}

/** One picture as large as the window lets it be, with its words, and the way back to where it was. */
export function PicturePage({ picture, noun, backTo, back, editAt, children }: PicturePageProps) {
  const { title, description } = picture
  return (
    <section aria-labelledby="picture" className="min-w-0">
      <BackLink to={backTo}>{back}</BackLink>
      <h2 id="picture" className="break-words">
        {title}
      </h2>
      <div className="-mx-4 mt-4 sm:mx-0">
        <LargeImage file={picture} />
      </div>
      {description && <p className="mt-4 max-w-measure whitespace-pre-line break-words">{description}</p>}
      <div className="no-print mt-6 flex flex-wrap gap-3">
        <DownloadLink file={picture} noun={noun} />
        {editAt && (
          <ButtonLink to={editAt} variant="secondary" className="w-full sm:w-auto">
            <Icon name="edit" className="h-5 w-5" />
            Edit<span className="sr-only"> {title}</span>
          </ButtonLink>
        )}
      </div>
      {children}
    </section>
  )
}
