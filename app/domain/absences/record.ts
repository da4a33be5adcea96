import { z } from 'zod'
import { moment, recordId, recordOf, textOrNone } from '~/domain/record'
import type { Absence } from './absences.server'

/** An absence as the API returns it to tutors. */
export const absenceRecord = recordOf<Absence>()(
  'Absence',
  'The days on which a student does not come.',
  {
    id: recordId,
    studentId: recordId,
    studentName: z.string(),
    startDate: z.iso.date().describe('The first day, in Irish time.'),
    endDate: z.iso.date().describe('The last day.'),
    note: textOrNone,
    saidBy: textOrNone.describe('The label of the family’s link by which it was said; null where a tutor noted it.'),
    createdAt: moment,
  },
  {
    id: 7,
    studentId: 2,
    studentName: 'Daniel Murphy',
    startDate: '2026-11-25',
    endDate: '2026-11-25',
    note: 'At the dentist until noon.',
    saidBy: 'Mother',
    createdAt: '2026-11-25T07:40:00.000Z',
  },
)
