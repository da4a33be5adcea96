import { useSearchParams } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Account } from '~/domain/accounts/account'
import type { FileRecord } from '~/domain/files/files.server'
import { formatSize, isImage, kinds, openableOrNull, opensOnPage } from '~/domain/files/kinds'
import { describeAudience } from '~/domain/files/places'
import type { Page } from '~/domain/page.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { DocumentRow, formatOpened, OpenedStatus } from '~/routes/parts/files/document-row'
import { getMyFilesPath, pageParameters } from '~/routes/parts/files/my-files'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { formatDay } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { EmptyState } from '~/ui/lists/empty-state'
import { PageLinks } from '~/ui/lists/page-links'
import { DownloadLink, OpenLink } from '~/ui/portal/download-link'
import { FileImage } from '~/ui/portal/file-image'
import { EditForm } from './edit-form'

/** File kind and size: 'PDF, 12 kB'. */
const describeFileKind = ({ fileType, size }: Pick<FileRecord, 'fileType' | 'size'>) =>
  [kinds[fileType as keyof typeof kinds]?.name, formatSize(size)].filter(Boolean).join(', ')

const isNew = ({ isShared, openedAt }: FileRecord) => !isShared && !openedAt

function FileCard({ file }: { file: FileRecord }) {
  const hasPicture = isImage(file.fileType)
  const icon = hasPicture ? 'image' : 'document'
  const [parameters] = useSearchParams()
  const page = getMyFilesPath(parameters).replace(paths.dashboard.index, paths.dashboard.files.one(file.id))
  const rowLayout = !hasPicture && 'sm:flex sm:items-center sm:justify-between sm:gap-6 sm:space-y-0'
  return (
    <Card as="li" isSnug id={`file-${file.id}`} className={classes('space-y-4', rowLayout)}>
      <div className="flex gap-4">
        <span className="picture hidden h-12 w-12 shrink-0 items-center justify-center rounded-sm bg-tide text-river sm:flex">
          <Icon name={icon} className="h-7 w-7" />
        </span>
        <div className="min-w-0 space-y-1">
          {/* One line, because separate lines would make a student's first screen too long. */}
          <div className="break-words">
            <Icon name={icon} className="mr-2 inline-block h-6 w-6 text-river sm:hidden" />
            {isNew(file) && <Badge tone="amber">New</Badge>} <h3 className="inline">{file.title}</h3>
          </div>
          {file.description && (
            <p className="break-words">
              <Lines text={file.description} />
            </p>
          )}
          <p className="text-small text-ink-soft">
            Uploaded <time dateTime={file.uploadedAt}>{formatDay(file.uploadedAt)}</time> by {file.uploadedBy}{' '}
            <span className="whitespace-nowrap">({describeFileKind(file)})</span>
          </p>
        </div>
      </div>
      {hasPicture && <FileImage file={file} to={page} isEager />}
      <div className="no-print flex shrink-0 flex-wrap gap-3">
        <OpenLink file={file} to={page} />
        {/* Plain screens hide this link, because the document's own page has it too. */}
        <span className={classes('contents', opensOnPage(file.fileType) && 'not-plain')}>
          <DownloadLink file={file} noun="document" />
        </span>
      </div>
    </Card>
  )
}

export const FILES_TITLES = { personal: 'My Personal Files', shared: 'Shared Files' }

const EMPTY_TEXTS = {
  personal: 'No personal files available yet.',
  shared: 'No shared files available yet. Tutors can upload files to share with all students.',
} as const

/** The section 'My Personal Files' (files that are not shared) or 'Shared Files' (for all students), with the number `found`. */
export function FilesSection({
  list,
  found,
  children,
}: {
  list: keyof typeof FILES_TITLES
  found: number
  children: ReactNode
}) {
  const heading = `${list}-files`
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={heading}>{FILES_TITLES[list]}</h2>
        {found > 0 && <p className="text-small text-ink-soft">{found === 1 ? '1 file' : `${found} files`}</p>}
        {list === 'shared' && <Badge>For All Students</Badge>}
      </div>
      {found === 0 && <EmptyState className="mt-4" picture="empty-files" title={EMPTY_TEXTS[list]} />}
      {children}
    </section>
  )
}

export function StudentFiles({ list, files }: { list: keyof typeof FILES_TITLES; files: Page<FileRecord> }) {
  return (
    <FilesSection list={list} found={files.found}>
      {files.items.length > 0 && (
        <ul className="mt-4 space-y-4">
          {files.items.map((file) => (
            <FileCard key={file.id} file={file} />
          ))}
        </ul>
      )}
      <PageLinks
        pages={files.pages}
        name={pageParameters[list]}
        label={`Pages of ${FILES_TITLES[list]}`}
        heading={`${list}-files`}
      />
    </FilesSection>
  )
}

/** After Save or Cancel, moves focus from the removed form to the link that opened it. */
function useFocusAfterEdit(id: number, isEdited: boolean) {
  const wasEdited = useRef(isEdited)
  useEffect(() => {
    if (wasEdited.current && !isEdited) document.getElementById(`file-${id}-edit`)?.focus()
    wasEdited.current = isEdited
  }, [id, isEdited])
}

interface FileRowProps {
  file: FileRecord
  heading: 'h3' | 'h4'
  /** The owner's name, in a list with files of several people. */
  owner?: string
  students: Account[]
  openedBy?: number[]
  openedBefore?: string[]
  /** Why a shared picture is hidden from students. */
  hiddenBecause?: string
  isEdited: boolean
  refusal?: FormResult
}

export function FileRow({
  file,
  heading,
  owner,
  students,
  openedBy,
  openedBefore,
  hiddenBecause,
  isEdited,
  refusal,
}: FileRowProps) {
  useFocusAfterEdit(file.id, isEdited)
  const [parameters] = useSearchParams()
  if (isEdited)
    return (
      <li id={`file-${file.id}`} className="p-4 sm:p-6">
        <EditForm file={file} heading={heading} students={students} answer={refusal} />
      </li>
    )
  // A shared file shows this only under More: a page of shared files must stay short on a phone.
  const opened = !file.isShared && formatOpened(file, students)
  const getPathWithQuery = (path: string) => getMyFilesPath(parameters).replace(paths.dashboard.index, path)
  const open = getPathWithQuery(paths.dashboard.files.one(file.id))
  return (
    <DocumentRow
      id={`file-${file.id}`}
      file={file}
      noun="document"
      icon={isImage(file.fileType) ? 'image' : 'document'}
      heading={heading}
      about={[owner, opened, hiddenBecause && 'hidden'].filter(Boolean).join(', ')}
      to={{
        open,
        edit: `${getMyFilesPath(parameters, file.id)}#file-${file.id}`,
        delete: getPathWithQuery(paths.dashboard.files.delete(file.id)),
      }}
    >
      <p>
        Who can see it:{' '}
        <strong>{hiddenBecause ? 'tutors only' : describeAudience(file, students, file.studentName)}</strong>
      </p>
      {hiddenBecause && <p className="font-bold text-amber">Hidden: {hiddenBecause}</p>}
      <OpenedStatus
        file={file}
        students={students}
        openedBy={openedBy}
        before={openedBefore}
        allAt={openableOrNull(file) && open}
      />
      <p className="text-ink-soft">{describeFileKind(file)}</p>
    </DocumentRow>
  )
}
