import { fileExample, fileFields } from '~/domain/files/record'
import { dayOrNone, moment, recordOf } from '~/domain/record'
import type { Timetable } from './timetables.server'

/** A timetable as the API returns it. */
export const timetableRecord = recordOf<Timetable>()(
  'Timetable',
  'A timetable and its file, for one student or, without a studentId, for all of them.',
  { ...fileFields, startDate: dayOrNone, endDate: dayOrNone, createdAt: moment },
  {
    ...fileExample,
    title: 'Autumn',
    description: null,
    fileName: 'week.pdf',
    startDate: '2026-09-07',
    endDate: '2026-12-18',
    createdAt: '2026-08-28T09:12:45.120Z',
  },
)
