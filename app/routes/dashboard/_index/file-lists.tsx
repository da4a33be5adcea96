import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { formatSize, isImage, kinds, opensOnPage } from '~/domain/files/kinds'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import { lists, myFiles } from '~/routes/parts/files/my-files'
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

const getKindName = ({ fileType }: Pick<FileRecord, 'fileType'>) => kinds[fileType as keyof typeof kinds]?.name

/** File kind and size: 'PDF, 12 kB'. */
export const describeFileKind = (file: Pick<FileRecord, 'fileType' | 'size'>) =>
  [getKindName(file), formatSize(file.size)].filter(Boolean).join(', ')

const isNew = ({ isShared, openedAt }: FileRecord) => !isShared && !openedAt

/** One document as a student sees it, with its picture when it is an image. */
function FileCard({ file }: { file: FileRecord }) {
  const hasPicture = isImage(file.fileType)
  const icon = hasPicture ? 'image' : 'document'
  const [parameters] = useSearchParams()
  const page = myFiles(parameters).replace(paths.dashboard.index, paths.dashboard.files.one(file.id))
  const rowLayout = !hasPicture && 'sm:flex sm:items-center sm:justify-between sm:gap-6 sm:space-y-0'
  return (
    <Card as="li" isSnug id={`file-${file.id}`} className={classes('space-y-4', rowLayout)}>
      <div className="flex gap-4">
        <span className="picture hidden h-12 w-12 shrink-0 items-center justify-center rounded-sm bg-tide text-river sm:flex">
          <Icon name={icon} className="h-7 w-7" />
        </span>
        <div className="min-w-0 space-y-1">
          <p className="flex flex-wrap items-center gap-2 text-small font-bold leading-tight text-river">
            <Icon name={icon} className="h-6 w-6 shrink-0 sm:hidden" />
            {getKindName(file)} {isNew(file) && <Badge tone="amber">New</Badge>}
          </p>
          <h3 className="break-words">{file.title}</h3>
          {file.description && (
            <p className="break-words">
              <Lines text={file.description} />
            </p>
          )}
          <p className="text-small text-ink-soft">
            Uploaded <time dateTime={file.uploadedAt}>{formatDay(file.uploadedAt)}</time> by {file.uploadedBy}{' '}
            <span className="whitespace-nowrap">({formatSize(file.size)})</span>
          </p>
        </div>
      </div>
      {hasPicture && <FileImage file={file} to={page} eager />}
      <div className="no-print flex shrink-0 flex-wrap gap-3">
        <OpenLink file={file} to={page} />
        {/* Plain screens hide it here: the document's own page has it too. */}
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
  /** The day one term ago. Older files fold away unless new or alone; a plain screen folds all but the new ones or the newest. */
  since: string
}

function RecentAndOlderFiles({ files: { items }, since }: StudentListProps) {
  const { display } = useRootData()
  const unfolded = items.filter((file) => isNew(file) || file.uploadedAt >= since)
  const recent = display.isPlain ? unfolded.filter((file, place) => place === 0 || isNew(file)) : unfolded
  const older = items.filter((file) => !recent.includes(file))
  return (
    <>
      <FileCardList files={recent} />
      {older.length > 0 && (
        <details className="fold mt-4" open={recent.length === 0}>
          <summary className="min-h-control text-lead font-bold text-river">Older files</summary>
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
      <PageLinks pages={files.pages} name={lists[list]} label={`Pages of ${TITLES[list]}`} heading={`${list}-files`} />
    </FilesSection>
  )
}
