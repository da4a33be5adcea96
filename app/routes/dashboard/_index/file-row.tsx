import { useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { Account } from '~/domain/accounts/account'
import type { FileRecord } from '~/domain/files/files.server'
import { isImage, openableOrNull } from '~/domain/files/kinds'
import { describeAudience } from '~/domain/files/who-sees'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { DocumentRow } from '~/routes/parts/files/document-row'
import { getMyFilesPath } from '~/routes/parts/files/my-files'
import { formatOpened, OpenedStatus } from '~/routes/parts/files/opened-status'
import { EditForm } from './edit-form'
import { describeFileKind } from './file-lists'

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
  /** Ids of students who opened it, if it is shared. */
  openedBy?: number[]
  openedBefore?: string[]
  /** Why a shared picture is hidden from students. */
  hiddenBecause?: string
  isEdited: boolean
  refusal?: FormResult
}

/** One document in a tutor's list, or its form during editing. */
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
