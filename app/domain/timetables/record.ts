import { paper, paperExample } from '~/domain/files/record'
import { dayOrNone, moment, recordOf } from '~/domain/record'
import type { Timetable } from './timetables.server'

/** Spec section 3, Timetable. */
export const timetableRecord = recordOf<Timetable>()(
  'Timetable',
  'A timetable and its paper, for one student or, without a studentId, for all of them.',
  { ...paper, startDate: dayOrNone, endDate: dayOrNone, createdAt: moment },
  {
    ...paperExample,
    title: 'Autumn',
    description: null,
    fileName: 'week.pdf',
    startDate: '2026-09-07',
    endDate: '2026-12-18',
    createdAt: '2026-08-28T09:12:45.120Z',
  },
)
