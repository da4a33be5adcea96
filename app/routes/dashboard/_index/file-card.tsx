import { useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage, kinds } from '~/domain/files/kinds'
import { sizeInWords } from '~/domain/files/size'
import type { FormAnswer } from '~/http/form.server'
import { myFiles } from '~/routes/parts/files/my-files'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { dayInWords } from '~/ui/dates'
import { DownloadLink } from '~/ui/download-link'
import { FileImage } from '~/ui/file-image'
import { forTutors } from '~/ui/for-tutors'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import type * as ForTutors from './for-tutors'

function Details({ file, heading: Heading }: { file: FileRecord; heading: 'h3' | 'h4' }) {
  const kind = kinds[file.fileType as keyof typeof kinds]?.name
  return (
    <div className="flex gap-4">
      <span className="hidden h-12 w-12 shrink-0 items-center justify-center rounded-sm bg-tide text-river sm:flex">
        <Icon name={isImage(file.fileType) ? 'image' : 'document'} className="h-7 w-7" />
      </span>
      <div className="min-w-0">
        <Heading className="break-words text-h3 font-bold">{file.title}</Heading>
        {file.description && (
          <p className="mt-1 break-words">
            <Lines text={file.description} />
          </p>
        )}
        <p className="mt-1 text-small text-ink-soft">
          Uploaded <time dateTime={file.uploadedAt}>{dayInWords(file.uploadedAt)}</time> by {file.uploadedBy}{' '}
          <span className="whitespace-nowrap">
            ({kind}, {sizeInWords(file.size)})
          </span>
        </p>
      </div>
    </div>
  )
}

/** After Save or Cancel, moves the focus from the removed form to the link that opened it. */
function useFocusAfterEdit(id: number, editing: boolean) {
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (wasEditing.current && !editing) document.getElementById(`edit-${id}`)?.focus()
    wasEditing.current = editing
  }, [id, editing])
}

/** One document, with its picture when it is an image; or its form while it is edited. */
export function FileCard({
  file,
  heading,
  isTutor,
  editing,
  refusal,
}: {
  file: FileRecord
  heading: 'h3' | 'h4'
  isTutor: boolean
  editing: boolean
  refusal?: FormAnswer
}) {
  useFocusAfterEdit(file.id, editing)
  const tutors = isTutor ? forTutors<typeof ForTutors>('dashboard/_index') : undefined
  const hasPicture = isImage(file.fileType)
  const [parameters] = useSearchParams()
  const page = myFiles(parameters).replace('/dashboard', `/dashboard/files/${file.id}`)
  const beside = !isTutor && !hasPicture && 'sm:flex sm:items-center sm:justify-between sm:gap-6 sm:space-y-0'
  return (
    <Card as="li" id={`file-${file.id}`} className={classes('space-y-4', beside)}>
      {editing && tutors ? (
        <tutors.EditForm file={file} heading={heading} answer={refusal} />
      ) : (
        <Details file={file} heading={heading} />
      )}
      {hasPicture && <FileImage file={file} to={editing ? undefined : page} />}
      {!editing && (
        <div className="no-print flex shrink-0 flex-wrap gap-3">
          <DownloadLink file={file} noun="document" />
          {tutors && <tutors.TutorLinks file={file} />}
        </div>
      )}
    </Card>
  )
}
