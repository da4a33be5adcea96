import { addAbsence, listAbsences, removeAbsence } from '~/domain/absences/absences.server'
import { absenceRecord } from '~/domain/absences/record'
import { newAbsence } from '~/domain/absences/schema'
import { type CallGroup, defineDelete, defineJsonBody, defineList, definePost } from './call.server'

export const absenceCalls: CallGroup = {
  name: 'Absences',
  description: 'Who does not come, and when.',
  calls: [
    defineList('getAbsences', '/api/absences', {
      who: 'tutor',
      summary: 'List absences',
      description: 'Gives the absences that are not over, the one that ends first at the beginning.',
      gives: absenceRecord,
      run: ({ db, pageRequest, user }) => listAbsences(db, user, pageRequest),
    }),
    definePost('postAbsence', '/api/absences', {
      who: 'tutor',
      summary: 'Add an absence',
      description: 'Notes that a student does not come. What was noted already is given as it is.',
      takes: defineJsonBody(newAbsence, { studentId: 2, startDate: '2026-11-25', note: 'At the dentist until noon.' }),
      gives: absenceRecord,
      refuses: [409],
      run: ({ db, user, body }) => addAbsence(db, user, body),
    }),
    defineDelete('deleteAbsence', '/api/absences/{id}', {
      who: 'tutor',
      summary: 'Take an absence back',
      description: 'Says that the student comes after all: from today on, or not at all where it has not begun.',
      run: ({ db, user, id }) => removeAbsence(db, user, id),
    }),
  ],
}
