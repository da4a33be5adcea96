import type { ReactNode } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { useHydrated } from '~/ui/browser/hydrated'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { BackLink } from '~/ui/portal/back-link'
import { DownloadLink } from '~/ui/portal/download-link'
import { LargeImage } from '~/ui/portal/file-image'

type Shown = Pick<FileRecord, 'title' | 'description' | 'alt' | 'url' | 'fileName' | 'fileType' | 'width' | 'height'>

interface FilePageProps {
  file: Shown
  /** Whether the browser may show it (isShownOnPage). */
  isShown?: boolean
  noun: 'document' | 'timetable' | 'photo'
  backTo: string
  back: string
  editAt?: string
  children?: ReactNode
}

/** One picture or PDF as large as the window lets it be, with its words, and the way back to where it was. */
export function FilePage({ file, isShown = true, noun, backTo, back, editAt, children }: FilePageProps) {
  const { title, description, fileType } = file
  const hasPicture = isImage(fileType)
  return (
    <section aria-labelledby="file" className="min-w-0">
      <BackLink to={backTo}>{back}</BackLink>
      <h2 id="file" className="break-words">
        {title}
      </h2>
      {hasPicture && (
        <div className="-mx-4 mt-4 sm:mx-0">
          <LargeImage file={file} />
        </div>
      )}
      {description && <p className="mt-4 max-w-measure whitespace-pre-line break-words">{description}</p>}
      {!isShown && <p className="mt-4">You can only download this file. We can’t show it here.</p>}
      <div className="no-print mt-6 flex flex-wrap gap-3">
        {!hasPicture && isShown && (
          <ButtonAnchor href={`${file.url}?inline`} className="w-full sm:w-auto">
            <Icon name="document" className="h-5 w-5" />
            Open the PDF
          </ButtonAnchor>
        )}
        <DownloadLink file={file} noun={noun} />
        {editAt && (
          <ButtonLink to={editAt} variant="secondary" className="w-full sm:w-auto">
            <Icon name="edit" className="h-5 w-5" />
            Edit<span className="sr-only"> {title}</span>
          </ButtonLink>
        )}
      </div>
      {!hasPicture && isShown && <Viewer file={file} />}
      {children}
    </section>
  )
}

/** A PDF in the browser's own viewer: nothing where it has none, or would show only the first page, as phones do. */
function Viewer({ file: { title, url } }: { file: Shown }) {
  if (useHydrated() && navigator.pdfViewerEnabled === false) return null
  return (
    <object
      type="application/pdf"
      data={`${url}?inline`}
      aria-label={title}
      className="no-print mt-6 hidden h-[92vh] w-full rounded-sm border border-line sm:block"
    >
      <p className="p-4">This browser can’t show it here. Please press ‘Open the PDF’.</p>
    </object>
  )
}
