import { type Account, getListNames, getShortNames } from '~/domain/accounts/account'
import type { FileRecord } from '~/domain/files/files.server'
import { formatDay, formatTime } from '~/ui/dates'
import { Link } from '~/ui/link'

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
