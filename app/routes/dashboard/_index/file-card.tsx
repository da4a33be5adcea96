import { useSearchParams } from '@remix-run/react'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage, kinds, sizeInWords } from '~/domain/files/kinds'
import { myFiles } from '~/routes/parts/files/my-files'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { dayInWords } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { DownloadLink } from '~/ui/portal/download-link'
import { FileImage } from '~/ui/portal/file-image'

/** What kind of file it is, and its size: 'PDF, 12 kB'. */
export const kindInWords = ({ fileType, size }: Pick<FileRecord, 'fileType' | 'size'>) =>
  [kinds[fileType as keyof typeof kinds]?.name, sizeInWords(size)].filter(Boolean).join(', ')

/** One document as a student sees it, with its picture when it is an image. */
export function FileCard({ file }: { file: FileRecord }) {
  const hasPicture = isImage(file.fileType)
  const [parameters] = useSearchParams()
  const page = myFiles(parameters).replace('/dashboard', `/dashboard/files/${file.id}`)
  const beside = !hasPicture && 'sm:flex sm:items-center sm:justify-between sm:gap-6 sm:space-y-0'
  return (
    <Card as="li" isSnug id={`file-${file.id}`} className={classes('space-y-4', beside)}>
      <div className="flex gap-4">
        <span className="hidden h-12 w-12 shrink-0 items-center justify-center rounded-sm bg-tide text-river sm:flex">
          <Icon name={hasPicture ? 'image' : 'document'} className="h-7 w-7" />
        </span>
        <div className="min-w-0 space-y-1">
          <h3 className="break-words">{file.title}</h3>
          {file.description && (
            <p className="break-words">
              <Lines text={file.description} />
            </p>
          )}
          <p className="text-small text-ink-soft">
            Uploaded <time dateTime={file.uploadedAt}>{dayInWords(file.uploadedAt)}</time> by {file.uploadedBy}{' '}
            <span className="whitespace-nowrap">({kindInWords(file)})</span>
          </p>
        </div>
      </div>
      {hasPicture && <FileImage file={file} to={page} eager />}
      <div className="no-print flex shrink-0 flex-wrap gap-3">
        <DownloadLink file={file} noun="document" />
      </div>
    </Card>
  )
}
