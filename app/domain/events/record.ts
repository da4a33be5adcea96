import { z } from 'zod'
import { dayOrNone, defineRecord, recordId, recordVersion, textOrNone } from '~/domain/record'
import { months } from '~db/choices'
import type { Event } from './events.server'

export const eventRecord = defineRecord<Event>()(
  'Event',
  'Something that happens on a day. Everyone may see those that are on the website, students and tutors see all.',
  {
    id: [recordId, 8],
    title: [z.string(), 'Tea morning'],
    description: [textOrNone, 'Families are welcome.'],
    time: [textOrNone, '10:00-12:00'],
    location: [textOrNone, 'Main hall'],
    day: [z.int().min(1).max(31), 14],
    month: [z.enum(months), 'October'],
    year: [z.int(), 2026],
    onWebsite: [z.boolean(), true],
    endDate: [dayOrNone.describe('The last day of an event of several days; null for one day.'), null],
    closed: [z.boolean().describe('Whether the centre is closed on its days.'), false],
    cancelled: [
      z.boolean().describe('Whether it is not on, because another event of its days says that the centre is closed.'),
      false,
    ],
    version: [recordVersion, 1],
  },
)
