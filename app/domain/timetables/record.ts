import { z } from 'zod'
import { fileFields } from '~/domain/files/record'
import { dayOrNone, defineRecord, moment, textOrNone } from '~/domain/record'
import type { Timetable } from './timetables.server'

export const timetableRecord = defineRecord<Timetable>()(
  'Timetable',
  'A timetable and its file, for one student or, without a studentId, for all of them.',
  {
    ...fileFields,
    title: [z.string(), 'Autumn'],
    description: [textOrNone, null],
    fileName: [z.string(), 'week.pdf'],
    startDate: [dayOrNone, '2026-09-07'],
    endDate: [dayOrNone, '2026-12-18'],
    createdAt: [moment, '2026-08-28T09:12:45.120Z'],
  },
)
