import type { Change } from '~/domain/change.server'
import type { Database, Row } from '~db/schema'
import { accountColumns, type Tutor } from './account'
import { sortByName } from './names'
import { changeStudentDays } from './people.server'
import type { StudentDays } from './schema'

export type StudentRecord = Pick<
  Row<'users'>,
  'id' | 'username' | 'firstName' | 'lastName' | 'firstDay' | 'lastDay' | 'version'
> & {
  /** False once the account is closed. */
  isOpen: boolean
}

type StudentRow = Omit<StudentRecord, 'isOpen'> & Pick<Row<'users'>, 'closedAt'>

const toStudentRecord = (row: StudentRow): StudentRecord => ({
  ...{ id: row.id, username: row.username, firstName: row.firstName, lastName: row.lastName },
  ...{ firstDay: row.firstDay, lastDay: row.lastDay, isOpen: row.closedAt === null, version: row.version },
})

/** All students, also those who have left, by name. */
export async function listStudentRecords(db: Database, _tutor: Tutor): Promise<StudentRecord[]> {
  const students = db.selectFrom('users').where('role', '=', 'student').where('erasedAt', 'is', null)
  const rows = await students.select([...accountColumns, 'firstDay', 'lastDay', 'closedAt', 'version']).execute()
  return sortByName(rows).map(toStudentRecord)
}

/** Changes a student's first or last day. Throws what changeStudentDays throws. */
export async function changeStudent(db: Database, tutor: Tutor, id: number, change: Change<StudentDays>) {
  return toStudentRecord(await changeStudentDays(db, tutor, id, change))
}
