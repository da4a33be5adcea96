import type { ReactNode } from 'react'
import { type Account, getListNames, getShortNames } from '~/domain/accounts/account'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { ButtonLink } from '~/ui/button'
import { formatDay, formatTime } from '~/ui/dates'
import { Icon, type IconName } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { Link } from '~/ui/link'
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

type FileOpening = Pick<FileRecord, 'isShared' | 'studentId' | 'openedAt'>

interface OpenedStatusProps {
  file: FileOpening & Pick<FileRecord, 'studentName'>
  students: Account[]
  openedBy?: number[]
  before?: string[]
  /** The page that names all students, for a list of files, which names only the first of many. */
  allAt?: string | null
}

/** Names next to a file in a list. Ten files of 100 names make a page too large for a phone. */
const MAX_NAMES = 8

/** 'opened', 'not opened yet' or 'opened by 3 of 7'; null for a file for tutors only. */
export function formatOpened(
  { isShared, studentId, openedAt }: FileOpening,
  students: Account[],
  openedBy: number[] = [],
) {
  if (isShared) return `opened by ${students.filter(({ id }) => openedBy.includes(id)).length} of ${students.length}`
  return studentId && (openedAt ? 'opened' : 'not opened yet')
}

/** Says which of the file's students have opened it. */
export function OpenedStatus({ before = [], ...status }: OpenedStatusProps) {
  return (
    <>
      <OpenedNow {...status} />
      {before.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  )
}

function OpenedNow({ file, students, openedBy = [], allAt }: OpenedStatusProps) {
  const { isShared, studentId, studentName, openedAt } = file
  if (isShared) return <OpenedByStudents students={students} openedBy={openedBy} allAt={allAt} />
  if (!studentId) return null
  const name = getShortNames(students).get(studentId) ?? studentName
  if (!openedAt) return <p>{name} has not opened it yet.</p>
  return (
    <p>
      {name} opened it on{' '}
      <time dateTime={openedAt}>
        {formatDay(openedAt)} at {formatTime(openedAt)}
      </time>
      .
    </p>
  )
}

function OpenedByStudents({ students, openedBy = [], allAt }: Omit<OpenedStatusProps, 'file'>) {
  if (students.length === 0) return null
  // Of two students with one name, the one who has not opened it has their username too.
  const names = [...getListNames(students)].filter(([id]) => !openedBy.includes(id))
  if (names.length === 0) return <p>All students have opened it.</p>
  const shown = allAt ? names.slice(0, MAX_NAMES) : names
  return (
    <>
      <p>{`Opened by ${students.length - names.length} of ${students.length} students. Not yet by:`}</p>
      <ul className="grid list-disc gap-x-8 pl-6 sm:grid-cols-2">
        {shown.map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {allAt && shown.length < names.length && (
        <p>
          <Link to={allAt}>{`and ${names.length - shown.length} more`}</Link>
        </p>
      )}
    </>
  )
}
