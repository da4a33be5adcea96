import { z } from 'zod'
import { recordId, recordOf, textOrNone } from '~/domain/record'
import { months } from './days'
import type { Event } from './events.server'

/** Spec section 3, Event. */
export const eventRecord = recordOf<Event>()(
  'Event',
  'Something that happens on a day. Everyone may see it.',
  {
    id: recordId,
    title: z.string(),
    description: textOrNone,
    time: textOrNone,
    location: textOrNone,
    day: z.int().min(1).max(31),
    month: z.enum(months),
    year: z.int(),
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
  },
)
