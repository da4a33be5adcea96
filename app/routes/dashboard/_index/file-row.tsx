import { useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { type Account, calledAmong } from '~/domain/accounts/account'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage } from '~/domain/files/kinds'
import { whoSees } from '~/domain/files/places'
import type { FormAnswer } from '~/http/forms/form.server'
import { DocumentRow } from '~/routes/parts/files/document-row'
import { myFiles } from '~/routes/parts/files/my-files'
import { dayInWords, timeInWords } from '~/ui/dates'
import { EditForm } from './edit-form'
import { kindInWords } from './file-lists'

/** After Save or Cancel, moves the focus from the removed form to what opened it. */
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
  /** Whose it is, in a list of several people's. */
  owner?: string
  students: Account[]
  isEdited: boolean
  refusal?: FormAnswer
}

/** One document of a tutor's list, or its form while it is edited. */
export function FileRow({ file, heading, owner, students, isEdited, refusal }: FileRowProps) {
  useFocusAfterEdit(file.id, isEdited)
  const [parameters] = useSearchParams()
  if (isEdited)
    return (
      <li id={`file-${file.id}`} className="p-4 sm:p-6">
        <EditForm file={file} heading={heading} students={students} answer={refusal} />
      </li>
    )
  const opened = file.studentId && (file.openedAt ? 'opened' : 'not opened yet')
  const path = myFiles(parameters)
  const at = (screen: string) => path.replace('/dashboard', `/dashboard/files/${file.id}${screen}`)
  return (
    <DocumentRow
      id={`file-${file.id}`}
      file={file}
      noun="document"
      icon={isImage(file.fileType) ? 'image' : 'document'}
      heading={heading}
      about={[owner, opened].filter(Boolean).join(', ')}
      to={{ picture: at(''), edit: `${myFiles(parameters, file.id)}#file-${file.id}`, delete: at('/delete') }}
    >
      <p>
        Who can see it: <strong>{whoSees(file, students, file.studentName)}</strong>
      </p>
      {file.studentId && <Opened file={file} students={students} />}
      <p className="text-ink-soft">{kindInWords(file)}</p>
    </DocumentRow>
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
