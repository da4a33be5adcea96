import { fileFields } from '~/domain/files/record'
import { dayOrNone, moment, recordOf } from '~/domain/record'
import type { Timetable } from './timetables.server'

/** A timetable as the API answers it. */
export const timetableRecord = recordOf<Timetable>()(
  'Timetable',
  'A timetable and its file, for one student or, without a studentId, for all of them.',
  { ...fileFields, startDate: dayOrNone, endDate: dayOrNone, createdAt: moment },
)
