import { z } from 'zod'
import { easyReadHtml, moment, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import { categories } from '~db/choices'
import type { Resource } from './resources.server'

/** A resource as the API returns it. */
export const resourceRecord = recordOf<Resource>()(
  'Resource',
  'A resource for families. Its content is HTML that is safe to show.',
  {
    id: [recordId, 6],
    title: [z.string(), 'Respite'],
    description: [textOrNone, 'A break for carers.'],
    easyRead: [easyReadHtml, '<p>Do you need a break? Ring us.</p>'],
    content: [z.string(), '<p>Ring us.</p>'],
    category: [z.enum(categories), 'support'],
    isPublic: [z.boolean(), true],
    createdAt: [moment, '2026-03-11T11:20:00.000Z'],
    version: [recordVersion, 1],
  },
)
