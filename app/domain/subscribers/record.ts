import { z } from 'zod'
import { moment, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import { agreedOn } from '~db/choices'
import type { Subscriber } from './subscribers.server'

export const subscriberRecord = recordOf<Subscriber>()(
  'Subscriber',
  'An address on the newsletter’s list, and whether it gets the newsletter.',
  {
    id: recordId,
    email: z.string(),
    name: textOrNone,
    isGuardian: z.boolean(),
    studentName: textOrNone,
    createdAt: moment,
    active: z.boolean(),
    unsubscribedAt: moment.nullable(),
    bouncedAt: moment.nullable(),
    bounceReason: textOrNone,
    waitsForConfirmation: z.boolean(),
    agreedOn: z.enum(agreedOn).nullable(),
    agreedWords: textOrNone,
    agreedAt: moment.nullable(),
    confirmedAt: moment.nullable(),
    version: recordVersion,
  },
  {
    id: 17,
    email: 'maura@example.org',
    name: 'Maura Byrne',
    isGuardian: true,
    studentName: 'Niamh Byrne',
    createdAt: '2026-04-02T16:45:30.000Z',
    active: true,
    unsubscribedAt: null,
    bouncedAt: null,
    bounceReason: null,
    waitsForConfirmation: false,
    agreedOn: 'page',
    agreedWords: 'Our newsletter / What is on here / Subscribe to Newsletter',
    agreedAt: '2026-04-02T16:45:30.000Z',
    confirmedAt: '2026-04-02T16:51:02.000Z',
    version: 1,
  },
)
