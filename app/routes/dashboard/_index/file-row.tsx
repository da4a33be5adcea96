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
import { FoldRow } from '~/ui/fold-row'
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
export function FileRow({ file, heading, owner, students, isEdited, refusal }: FileRowProps) {
  useFocusAfterEdit(file.id, isEdited)
  if (isEdited)
    return (
      <li id={`file-${file.id}`} className="p-4 sm:p-6">
        <EditForm file={file} heading={heading} students={students} answer={refusal} />
      </li>
    )
  return (
    <li id={`file-${file.id}`}>
      <FoldRow
        id={`row-${file.id}`}
        icon={isImage(file.fileType) ? 'image' : 'document'}
        heading={heading}
        title={file.title}
        about={[owner, dayInWords(file.uploadedAt), file.studentId && (file.openedAt ? 'opened' : 'not opened yet')]
          .filter(Boolean)
          .join(', ')}
      >
        <Details file={file} students={students} />
      </FoldRow>
    </li>
  )
}

function Details({ file, students }: { file: FileRecord; students: Account[] }) {
  const [parameters] = useSearchParams()
  return (
    <>
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
    </>
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
