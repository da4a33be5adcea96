import type { ReactNode } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { ButtonLink } from '~/ui/button'
import { formatDay } from '~/ui/dates'
import { Icon, type IconName } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { DownloadLink, OpenLink, smallButtonClass } from '~/ui/portal/download-link'
import { FileThumbnail } from '~/ui/portal/file-image'

type RowField =
  | 'title'
  | 'description'
  | 'alt'
  | 'fileType'
  | 'fileName'
  | 'url'
  | 'width'
  | 'height'
  | 'uploadedAt'
  | 'uploadedBy'

interface DocumentRowProps {
  id: string
  file: Pick<FileRecord, RowField>
  noun: 'document' | 'timetable'
  icon: IconName
  heading: 'h3' | 'h4'
  period?: string
  about?: string
  /** Paths of its page, its form and its delete page. */
  to: { open: string; edit: string; delete: string }
  /** Folded details that the specification does not ask for. */
  children?: ReactNode
}

/** One document or timetable in a tutor's list, with everything beyond the specification folded. Use it within `FoldRows`. */
export function DocumentRow({ id, file, noun, icon, heading: Heading, period, about, to, children }: DocumentRowProps) {
  const titleSuffix = <span className="sr-only">{` ${file.title}`}</span>
  return (
    <li id={id} className="px-3 pb-2 pt-3 sm:flex sm:gap-3 sm:px-4">
      <Icon name={icon} className="mt-0.5 hidden h-6 w-6 shrink-0 text-river sm:block" />
      <div className="flow-root flex-1">
        {/* The picture moves below where it would break a date. */}
        <div className="flex flex-wrap items-start gap-3">
          <div className="flex-1 basis-48 text-small leading-snug">
            <Heading className="fold-title">{file.title}</Heading>
            {period && <p className="font-bold">{period}</p>}
            {file.description && (
              <p>
                <Lines text={file.description} />
              </p>
            )}
          </div>
          {isImage(file.fileType) && <FileThumbnail file={file} to={to.open} />}
        </div>
        {about && <p className="fold-about first-letter:uppercase">{about}</p>}
        <p className="fold-about">
          <time dateTime={file.uploadedAt}>{formatDay(file.uploadedAt)}</time> by {file.uploadedBy}
        </p>
        {/* The details unfold next to the buttons, or below them with large text. */}
        <div className="no-print float-left mt-2 flex flex-wrap gap-1 sm:gap-2">
          <OpenLink file={file} to={to.open} isSmall />
          <DownloadLink file={file} noun={noun} isSmall />
          <ButtonLink
            id={`${id}-edit`}
            to={to.edit}
            preventScrollReset
            variant="secondary"
            className={smallButtonClass}
          >
            <Icon name="edit" className="hidden h-5 w-5 sm:block" />
            Edit{titleSuffix}
          </ButtonLink>
        </div>
        <details className="fold no-print">
          <summary className="ml-auto mt-2 w-fit gap-0.5 whitespace-nowrap text-small sm:gap-3 font-bold text-river">
            More{titleSuffix}
          </summary>
          <div className="clear-both space-y-3 border-t border-line pt-3 text-small">
            {children}
            <ButtonLink to={to.delete} variant="danger">
              <Icon name="delete" className="h-5 w-5" />
              Delete{titleSuffix}
            </ButtonLink>
          </div>
        </details>
      </div>
    </li>
  )
}
