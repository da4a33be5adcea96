import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { formatSize, isImage, kinds, opensOnPage } from '~/domain/files/kinds'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import { getMyFilesPath, pageParameters } from '~/routes/parts/files/my-files'
import { Badge } from '~/ui/badge'
import { useRootData } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { formatDay } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { EmptyState } from '~/ui/lists/empty-state'
import { PageLinks } from '~/ui/lists/page-links'
import { DownloadLink } from '~/ui/portal/download-link'
import { FileImage } from '~/ui/portal/file-image'
import { OpenLink } from '~/ui/portal/open-link'

/** File kind and size: 'PDF, 12 kB'. */
export const describeFileKind = ({ fileType, size }: Pick<FileRecord, 'fileType' | 'size'>) =>
  [kinds[fileType as keyof typeof kinds]?.name, formatSize(size)].filter(Boolean).join(', ')

const isNew = ({ isShared, openedAt }: FileRecord) => !isShared && !openedAt

/** One document as a student sees it, with its picture when it is an image. */
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

const TITLES = { personal: 'My Personal Files', shared: 'Shared Files' }

const EMPTY_TEXTS = {
  personal: 'No personal files available yet.',
  shared: 'No shared files available yet. Tutors can upload files to share with all students.',
} as const

/** The section 'My Personal Files' (files that are not shared) or 'Shared Files' (for all students). */
export function FilesSection({
  list,
  isEmpty,
  children,
}: {
  list: keyof typeof TITLES
  isEmpty: boolean
  children: ReactNode
}) {
  const heading = `${list}-files`
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={heading}>{TITLES[list]}</h2>
        {list === 'shared' && <Badge>For All Students</Badge>}
      </div>
      {isEmpty && <EmptyState className="mt-4" picture="empty-files" title={EMPTY_TEXTS[list]} />}
      {children}
    </section>
  )
}

interface StudentListProps {
  files: Page<FileRecord>
  /** The day one term ago. Older files fold away unless new or alone; a plain screen folds all but the first. */
  since: string
}

/** Unfolded cards in a list of several pages. More would make a phone's first screen too long. */
const MAX_UNFOLDED = 3

function RecentAndOlderFiles({ files: { items, pages }, since }: StudentListProps) {
  const { display } = useRootData()
  const isRecent = (file: FileRecord) => isNew(file) || file.uploadedAt >= since
  const limit = display.isPlain ? 1 : pages > 1 ? MAX_UNFOLDED : undefined
  const recent = items.filter(isRecent).slice(0, limit)
  const older = items.filter((file) => !recent.includes(file))
  return (
    <>
      <FileCardList files={recent} />
      {older.length > 0 && (
        <details className="fold mt-4" open={recent.length === 0}>
          <summary className="min-h-control text-lead font-bold text-river">
            {older.some(isRecent) ? 'More files' : 'Older files'}
          </summary>
          <FileCardList files={older} />
        </details>
      )}
    </>
  )
}

function FileCardList({ files }: { files: FileRecord[] }) {
  if (files.length === 0) return null
  return (
    <ul className="mt-4 space-y-4">
      {files.map((file) => (
        <FileCard key={file.id} file={file} />
      ))}
    </ul>
  )
}

/** A student's own files, or those for all students. */
export function StudentFiles({ list, files, since }: StudentListProps & { list: keyof typeof TITLES }) {
  return (
    <FilesSection list={list} isEmpty={files.found === 0}>
      <RecentAndOlderFiles files={files} since={since} />
      <PageLinks
        pages={files.pages}
        name={pageParameters[list]}
        label={`Pages of ${TITLES[list]}`}
        heading={`${list}-files`}
      />
    </FilesSection>
  )
}
