import { useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { Account } from '~/domain/accounts/account'
import { calledAmong } from '~/domain/accounts/names'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { whoSees } from '~/domain/files/who-sees'
import type { FormAnswer } from '~/http/form.server'
import { myFiles } from '~/routes/parts/files/my-files'
import { ButtonLink } from '~/ui/button'
import { dayInWords, timeInWords } from '~/ui/dates'
import { DownloadLink } from '~/ui/download-link'
import { FileImage } from '~/ui/file-image'
import { Icon } from '~/ui/icon'
import { Lines } from '~/ui/lines'
import { EditForm } from './edit-form'
import { Uploaded } from './file-card'

/** After Save or Cancel, moves the focus from the removed form to the row. */
function useFocusAfterEdit(id: number, isEdited: boolean) {
  const wasEdited = useRef(isEdited)
  useEffect(() => {
    if (wasEdited.current && !isEdited) document.getElementById(`row-${id}`)?.focus()
    wasEdited.current = isEdited
  }, [id, isEdited])
}

interface FileRowProps {
  file: FileRecord
  heading: 'h3' | 'h4'
  /** Whose it is, in a list of several people's. */
  owner?: string
  students: Account[]
  isEdited: boolean
  refusal?: FormAnswer
}

/** One document of a tutor's list: its title, and on demand all about it and what can be done with it; or its form while it is edited. */
export function FileRow({ file, heading: Heading, owner, students, isEdited, refusal }: FileRowProps) {
  useFocusAfterEdit(file.id, isEdited)
  if (isEdited)
    return (
      <li id={`file-${file.id}`} className="long-words p-4 sm:p-6">
        <EditForm file={file} heading={Heading} students={students} answer={refusal} />
      </li>
    )
  return (
    <li id={`file-${file.id}`} className="long-words">
      <details className="group">
        <summary
          id={`row-${file.id}`}
          className="grid min-h-control cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-sm px-4 py-2 hover:bg-tide sm:grid-cols-[auto_minmax(0,1fr)_auto]"
        >
          <Icon
            name={isImage(file.fileType) ? 'image' : 'document'}
            className="row-span-2 hidden h-6 w-6 text-river sm:block"
          />
          {/* Directly within its summary, as HTML wants a heading there. */}
          <Heading className="break-words text-body leading-snug">{file.title}</Heading>
          <Icon name="plus" className="row-span-2 h-5 w-5 text-river group-open:rotate-45" />{' '}
          <span className="text-small leading-snug text-ink-soft">
            {[owner, dayInWords(file.uploadedAt), file.studentId && (file.openedAt ? 'opened' : 'not opened yet')]
              .filter(Boolean)
              .join(', ')}
          </span>
        </summary>
        <Details file={file} students={students} />
      </details>
    </li>
  )
}

function Details({ file, students }: { file: FileRecord; students: Account[] }) {
  const [parameters] = useSearchParams()
  return (
    <div className="space-y-3 px-4 pb-4 pt-1">
      {file.description && (
        <p className="break-words">
          <Lines text={file.description} />
        </p>
      )}
      <Uploaded file={file} />
      <p>
        Who can see it: <strong>{whoSees(file, students, file.studentName)}</strong>
      </p>
      {file.studentId && <Opened file={file} students={students} />}
      {isImage(file.fileType) && (
        <FileImage file={file} to={myFiles(parameters).replace('/dashboard', `/dashboard/files/${file.id}`)} />
      )}
      <div className="no-print flex flex-wrap gap-3">
        <DownloadLink file={file} noun="document" />
        <ButtonLink
          to={`${myFiles(parameters, file.id)}#file-${file.id}`}
          preventScrollReset
          look="secondary"
          className="flex-auto sm:flex-none"
        >
          <Icon name="edit" className="h-5 w-5" />
          Edit<span className="sr-only"> {file.title}</span>
        </ButtonLink>
        <ButtonLink
          to={myFiles(parameters).replace('/dashboard', `/dashboard/files/${file.id}/delete`)}
          look="danger"
          className="flex-auto sm:flex-none"
        >
          <Icon name="delete" className="h-5 w-5" />
          Delete<span className="sr-only"> {file.title}</span>
        </ButtonLink>
      </div>
    </div>
  )
}

/** Whether the student whose file it is has opened it, and when they first did. */
function Opened({ file: { studentId, studentName, openedAt }, students }: { file: FileRecord; students: Account[] }) {
  const name = calledAmong(students).get(studentId ?? 0) ?? studentName
  if (!openedAt) return <p>{name} has not opened it yet.</p>
  return (
    <p>
      {name} opened it on{' '}
      <time dateTime={openedAt}>
        {dayInWords(openedAt)} at {timeInWords(openedAt)}
      </time>
      .
    </p>
  )
}
