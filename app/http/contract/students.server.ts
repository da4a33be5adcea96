import { studentRecord } from '~/domain/accounts/record'
import { studentDays } from '~/domain/accounts/schema'
import { changeStudent, listStudentRecords } from '~/domain/accounts/students.server'
import { sliceCursorPage } from '~/domain/cursor-page.server'
import { type CallGroup, defineChangeBody, defineList, definePatch } from './call.server'

export const studentCalls: CallGroup = {
  name: 'Students',
  description: 'The students, and their first and last days at the centre.',
  calls: [
    defineList('getStudents', '/api/students', {
      who: 'tutor',
      summary: 'List students',
      description: 'Gives all students by name, also those who have left.',
      gives: studentRecord,
      run: async ({ db, pageRequest, user }) => sliceCursorPage(await listStudentRecords(db, user), pageRequest),
    }),
    definePatch('patchStudent', '/api/students/{id}', {
      who: 'tutor',
      summary: 'Change a student’s days',
      description:
        'Changes the first or last day, also of a student who has left; a day that is left out stays as it is. The register counts the days between. 409 when the person has changed since the version that was sent.',
      takes: defineChangeBody(studentDays, { firstDay: '2026-09-01' }),
      gives: studentRecord,
      run: ({ db, user, id, body }) => changeStudent(db, user, id, body),
    }),
  ],
}
