import { z } from 'zod'
import { defineRecord, moment, recordId, textOrNone } from '~/domain/record'
import type { Absence } from './absences.server'

export const absenceRecord = defineRecord<Absence>()('Absence', 'The days on which a student does not come.', {
  id: [recordId, 7],
  studentId: [recordId, 2],
  studentName: [z.string(), 'Daniel Murphy'],
  startDate: [z.iso.date().describe('The first day, in Irish time.'), '2026-11-25'],
  endDate: [z.iso.date().describe('The last day.'), '2026-11-25'],
  note: [textOrNone, 'At the dentist until noon.'],
  saidBy: [
    textOrNone.describe('The label of the family’s link by which it was said; null where a tutor noted it.'),
    'Mother',
  ],
  createdAt: [moment, '2026-11-25T07:40:00.000Z'],
})
