import { absenceRecord, addAbsence, listAbsences, removeAbsence } from '~/domain/absences/absences.server'
import { newAbsence } from '~/domain/absences/schema'
import {
  addAttendance,
  attendanceRecord,
  changeAttendance,
  listAttendance,
  removeAttendance,
} from '~/domain/attendance/attendance.server'
import { newAttendance } from '~/domain/attendance/schema'
import { type CallGroup, defineDelete, defineJsonBody, defineList, definePost } from './call.server'
import { defineChanges } from './changes.server'

export const attendanceCalls: CallGroup = {
  name: 'Attendance',
  description: 'Who was here on each day.',
  calls: [
    defineList('getAttendance', '/api/attendance', {
      access: 'tutor',
      summary: 'List attendance',
      description: 'Gives all lines of the register, the latest day first.',
      response: attendanceRecord,
      run: ({ db, pageRequest, user }) => listAttendance(db, user, pageRequest),
    }),
    ...defineChanges('/api/attendance', {
      id: 'Attendance',
      noun: 'a line of the register',
      record: 'line',
      adds: '. 409 when the student has one for that day or session already.',
      errors: [409],
      rules: newAttendance,
      response: attendanceRecord,
      example: { studentId: 2, date: '2026-11-25', state: 'late', time: '10:30' },
      changed: { state: 'here', time: null },
      add: ({ db, user, body }) => addAttendance(db, user, body),
      change: ({ db, user, id, body }) => changeAttendance(db, user, id, body),
      remove: ({ db, user, id }) => removeAttendance(db, user, id),
    }),
  ],
}

export const absenceCalls: CallGroup = {
  name: 'Absences',
  description: 'Who does not come, and when.',
  calls: [
    defineList('getAbsences', '/api/absences', {
      access: 'tutor',
      summary: 'List absences',
      description: 'Gives the absences that are not over, the one that ends first at the beginning.',
      response: absenceRecord,
      run: ({ db, pageRequest, user }) => listAbsences(db, user, pageRequest),
    }),
    definePost('postAbsence', '/api/absences', {
      access: 'tutor',
      summary: 'Add an absence',
      description: 'Notes that a student does not come. What was noted already is given as it is.',
      body: defineJsonBody(newAbsence, { studentId: 2, startDate: '2026-11-25', note: 'At the dentist until noon.' }),
      response: absenceRecord,
      errors: [409],
      run: ({ db, user, body }) => addAbsence(db, user, body),
    }),
    defineDelete('deleteAbsence', '/api/absences/{id}', {
      access: 'tutor',
      summary: 'Take an absence back',
      description: 'Says that the student comes after all: from today on, or not at all where it has not begun.',
      run: ({ db, user, id }) => removeAbsence(db, user, id),
    }),
  ],
}
