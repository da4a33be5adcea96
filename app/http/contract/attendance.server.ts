import {
  addAttendance,
  changeAttendance,
  listAttendance,
  removeAttendance,
} from '~/domain/attendance/attendance.server'
import { attendanceRecord } from '~/domain/attendance/record'
import { newAttendance } from '~/domain/attendance/schema'
import { type CallGroup, defineList } from './call.server'
import { defineChanges } from './changes.server'

export const attendanceCalls: CallGroup = {
  name: 'Attendance',
  description: 'Who was here on each day.',
  calls: [
    defineList('getAttendance', '/api/attendance', {
      who: 'tutor',
      summary: 'List attendance',
      description: 'Gives all lines of the register, the latest day first.',
      gives: attendanceRecord,
      run: ({ db, pageRequest, user }) => listAttendance(db, user, pageRequest),
    }),
    ...defineChanges('/api/attendance', {
      id: 'Attendance',
      noun: 'a line of the register',
      record: 'line',
      adds: '. 409 when the student has one for that day or session already.',
      refuses: [409],
      rules: newAttendance,
      gives: attendanceRecord,
      example: { studentId: 2, date: '2026-11-25', state: 'late', time: '10:30' },
      changed: { state: 'here', time: null },
      add: ({ db, user, body }) => addAttendance(db, user, body),
      change: ({ db, user, id, body }) => changeAttendance(db, user, id, body),
      remove: ({ db, user, id }) => removeAttendance(db, user, id),
    }),
  ],
}
