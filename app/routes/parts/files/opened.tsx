import type { Account } from '~/domain/accounts/account'
import { getListNames, getShortNames } from '~/domain/accounts/names'
import type { FileRecord } from '~/domain/files/files.server'
import { formatDay, formatTime } from '~/ui/dates'

type Opening = Pick<FileRecord, 'isShared' | 'studentId' | 'openedAt'>

interface OpenedProps {
  file: Opening & Pick<FileRecord, 'studentName'>
  students: Account[]
  /** The students who opened one that is for all of them. */
  by?: number[]
}

/** In short, whether the students whom a file is for have opened it. */
export function openedInShort({ isShared, studentId, openedAt }: Opening, students: Account[], by: number[] = []) {
  if (isShared) return `opened by ${students.filter(({ id }) => by.includes(id)).length} of ${students.length}`
  return studentId && (openedAt ? 'opened' : 'not opened yet')
}

/** Who of the students whom a file is for has opened it, or has not yet. */
export function Opened({ file, students, by = [] }: OpenedProps) {
  const { isShared, studentId, studentName, openedAt } = file
  if (isShared) return <OpenedByAll students={students} by={by} />
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

function OpenedByAll({ students, by }: { students: Account[]; by: number[] }) {
  const missing = students.filter(({ id }) => !by.includes(id))
  if (missing.length === 0) return <p>All students have opened it.</p>
  return (
    <>
      <p>
        Opened by {students.length - missing.length} of {students.length} students. Not yet by:
      </p>
      <ul className="ml-6 list-disc sm:columns-2">
        {[...getListNames(missing)].map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  )
}
