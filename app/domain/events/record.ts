import { z } from 'zod'
import { recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import { months } from '~db/choices'
import type { Event } from './events.server'

/** An event as the API returns it. */
export const eventRecord = recordOf<Event>()(
  'Event',
  'Something that happens on a day. Everyone may see those that are on the website, students and tutors see all.',
  {
    id: recordId,
    title: z.string(),
    description: textOrNone,
    time: textOrNone,
    location: textOrNone,
    day: z.int().min(1).max(31),
    month: z.enum(months),
    year: z.int(),
    onWebsite: z.boolean(),
    closed: z.boolean().describe('Whether the centre is closed on this day.'),
    version: recordVersion,
  },
  {
    id: 8,
    title: 'Tea morning',
    description: 'Families are welcome.',
    time: '10:00-12:00',
    location: 'Main hall',
    day: 14,
    month: 'October',
    year: 2026,
    onWebsite: true,
    closed: false,
    version: 1,
  },
)
