import { z } from 'zod'
import { easyReadHtml, moment, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import { categories } from '~db/choices'
import type { Resource } from './resources.server'

/** A resource as the API returns it. */
export const resourceRecord = recordOf<Resource>()(
  'Resource',
  'A resource for families. Its content is HTML that is safe to show.',
  {
    id: recordId,
    title: z.string(),
    description: textOrNone,
    easyRead: easyReadHtml,
    content: z.string(),
    category: z.enum(categories),
    isPublic: z.boolean(),
    createdAt: moment,
    version: recordVersion,
  },
  {
    id: 6,
    title: 'Respite',
    description: 'A break for carers.',
    easyRead: '<p>Do you need a break? Ring us.</p>',
    content: '<p>Ring us.</p>',
    category: 'support',
    isPublic: true,
    createdAt: '2026-03-11T11:20:00.000Z',
    version: 1,
  },
)
