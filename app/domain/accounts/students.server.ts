import type { Change } from '~/domain/change.server'
import type { Database, Row } from '~db/schema'
import { accountColumns, type Tutor } from './account'
import { sortByName } from './names'
import { changeStudentDays } from './people.server'
import type { StudentDays } from './schema'
import { parseEarlierDays } from './student-days'

export type StudentRecord = Pick<
  Row<'users'>,
  'id' | 'username' | 'firstName' | 'lastName' | 'firstDay' | 'lastDay' | 'version'
> & {
  /** The times before the present or last one, of a student who came back, the oldest first. */
  earlierDays: StudentDays[]
  /** False once the account is closed. */
  isOpen: boolean
}

type StudentRow = Omit<StudentRecord, 'earlierDays' | 'isOpen'> & Pick<Row<'users'>, 'earlierDays' | 'closedAt'>

const toStudentRecord = (row: StudentRow): StudentRecord => ({
  ...{ id: row.id, username: row.username, firstName: row.firstName, lastName: row.lastName },
  ...{ firstDay: row.firstDay, lastDay: row.lastDay, earlierDays: parseEarlierDays(row) },
  ...{ isOpen: row.closedAt === null, version: row.version },
})

/** All students, also those who have left, by name. */
export async function listStudentRecords(db: Database, _tutor: Tutor): Promise<StudentRecord[]> {
  const students = db.selectFrom('users').where('role', '=', 'student').where('erasedAt', 'is', null)
  const days = ['firstDay', 'lastDay', 'earlierDays', 'closedAt'] as const
  const rows = await students.select([...accountColumns, ...days, 'version']).execute()
  return sortByName(rows).map(toStudentRecord)
}

/** Changes a student's first or last day. Throws what changeStudentDays throws. */
export async function changeStudent(db: Database, tutor: Tutor, id: number, change: Change<StudentDays>) {
  return toStudentRecord(await changeStudentDays(db, tutor, id, change))
}
