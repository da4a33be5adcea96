import { z } from 'zod'
import type { Change } from '~/domain/change.server'
import { dayOrNone, defineRecordSchema, recordId, recordVersion } from '~/domain/record'
import { roles } from '~db/choices'
import type { Database, Row } from '~db/schema'
import { type Account, accountColumns, sortByName, type Tutor } from './account'
import { changeStudentDays } from './people.server'
import type { StudentDays } from './schema'
import { parseEarlierDays } from './student-days'

type StudentRecord = Pick<
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

export const studentRecord = defineRecordSchema<StudentRecord>()(
  'Student',
  'A student, and their days at the centre.',
  {
    id: [recordId, 2],
    username: [z.string(), 'sean.k'],
    firstName: [z.string(), 'Sean'],
    lastName: [z.string(), 'Kelly'],
    firstDay: [dayOrNone.describe('The first day at the centre, in Irish time.'), '2026-09-01'],
    lastDay: [dayOrNone.describe('The last one; null while they are with the centre.'), null],
    earlierDays: [
      z
        .array(z.object({ firstDay: dayOrNone, lastDay: dayOrNone }))
        .describe('The times before, of a student who came back, the oldest first. The days between do not count.'),
      [{ firstDay: null, lastDay: '2026-05-29' }],
    ],
    isOpen: [z.boolean().describe('Whether they can log in.'), true],
    version: [recordVersion, 1],
  },
)

export const userRecord = defineRecordSchema<Account>()('User', 'A person with an account.', {
  id: [recordId, 3],
  username: [z.string(), 'demo.tutor'],
  role: [z.enum(roles), 'tutor'],
  firstName: [z.string(), 'Aoife'],
  lastName: [z.string(), 'Brennan'],
})
