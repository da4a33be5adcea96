import { useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import type { DocumentViewData } from '~/domain/documents/document-view.server'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { DocumentView } from '~/ui/document-view'
import { Icon } from '~/ui/icon'
import { Listen } from '~/ui/listen/listen'
import { BackLink } from '~/ui/portal/back-link'
import { DownloadLink } from '~/ui/portal/download-link'
import { LargeImage } from '~/ui/portal/file-image'

type PageFile = Pick<FileRecord, 'title' | 'description' | 'alt' | 'url' | 'fileName' | 'fileType' | 'width' | 'height'>

interface FilePageProps {
  file: PageFile
  /** The document's pages; null for a picture, and until they are ready. */
  documentView?: DocumentViewData | null
  /** For tutors: how to fix a document that can only be downloaded, or what students do not see of it. */
  advice?: string
  /** For tutors: why a picture is hidden from students. */
  hiddenBecause?: string | null
  noun: 'document' | 'timetable' | 'photo'
  backTo: string
  backLabel: string
  editPath?: string
  children?: ReactNode
}

export function FilePage({
  file,
  documentView,
  advice,
  hiddenBecause,
  noun,
  backTo,
  backLabel,
  editPath,
  children,
}: FilePageProps) {
  const { title, description, fileType } = file
  const hasPages = documentView?.state === 'pages'
  return (
    <section aria-labelledby="file" className="min-w-0">
      <BackLink to={backTo}>{backLabel}</BackLink>
      <h2 id="file" className={classes('break-words', hasPages && 'no-print')}>
        {title}
      </h2>
      {isImage(fileType) && (
        <div className="-mx-4 mt-4 sm:mx-0">
          <LargeImage file={file} />
        </div>
      )}
      {isImage(fileType) && <PictureWords file={file} />}
      {!isImage(fileType) && description && (
        <p className={classes(descriptionClass, hasPages && 'no-print')}>{description}</p>
      )}
      {!isImage(fileType) && <DocumentContent file={file} documentView={documentView} advice={advice} />}
      <div className="no-print mt-6 flex flex-wrap gap-3">
        <DownloadLink file={file} noun={noun} />
        {editPath && (
          <ButtonLink to={editPath} variant="secondary" className="w-full sm:w-auto">
            <Icon name="edit" className="h-5 w-5" />
            Edit<span className="sr-only"> {title}</span>
          </ButtonLink>
        )}
      </div>
      {hiddenBecause && (
        <p className="mt-4 rounded-sm border-2 border-amber bg-amber-tint p-3">
          <strong>Hidden from students.</strong> {hiddenBecause}
        </p>
      )}
      {children}
    </section>
  )
}

const descriptionClass = 'mt-4 max-w-measure whitespace-pre-line break-words'

/** What a picture shows, which only Listen and screen readers say, and its description. */
function PictureWords({ file: { url, alt, description } }: Pick<FilePageProps, 'file'>) {
  if (!alt && !description) return null
  const id = `words-of-${url.split('/').pop()}`
  return (
    <>
      <Listen to={id} />
      <div id={id}>
        {/* The picture has the same alternative text. */}
        {alt && (
          <p aria-hidden="true" className="sr-only">
            {alt}
          </p>
        )}
        {description && <p className={descriptionClass}>{description}</p>}
      </div>
    </>
  )
}

function DocumentContent({ file, documentView, advice }: Pick<FilePageProps, 'file' | 'documentView' | 'advice'>) {
  if (!documentView) return <DocumentPending />
  if (documentView.state === 'failed') return <p className="mt-6">You can only download this file. {advice}</p>
  return (
    <>
      {advice && <TutorNote>{advice}</TutorNote>}
      <DocumentView title={file.title} url={file.url} content={documentView} />
    </>
  )
}

function TutorNote({ children }: { children: ReactNode }) {
  return (
    <p className="no-print mt-6 max-w-measure rounded border-2 border-line bg-sand p-4">
      <strong>Only tutors see this note.</strong> {children}
    </p>
  )
}

/** Reloads until the document is ready. The Refresh header does this only for pages that the server sent. */
function DocumentPending() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(revalidate, 3000)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <p role="status" className="mt-6 font-bold">
      Getting your document ready …
    </p>
  )
}
