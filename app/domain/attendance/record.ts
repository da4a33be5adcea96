import { z } from 'zod'
import { clockTime, defineRecord, moment, recordId, recordVersion } from '~/domain/record'
import { attendanceStates } from '~db/choices'
import type { Attendance } from './attendance.server'

export const attendanceRecord = defineRecord<Attendance>()('Attendance', 'Whether a student was here on a day.', {
  id: [recordId, 7],
  studentId: [recordId.nullable().describe('Null for a former student.'), 2],
  isFormerStudent: [z.boolean().describe('Whether the student was erased. The line stays for the totals.'), false],
  date: [z.iso.date().describe('The day, in Irish time.'), '2026-11-25'],
  sessionId: [recordId.nullable().describe('The session of the week that it is about; null for the whole day.'), null],
  state: [z.enum(attendanceStates), 'late'],
  time: [clockTime.nullable().describe('When they came late or left early, in Irish time.'), '10:30'],
  recordedBy: [recordId.nullable().describe('The tutor who recorded it last.'), 1],
  recordedAt: [moment, '2026-11-25T10:40:00.000Z'],
  version: [recordVersion, 1],
})
