import { z } from 'zod'
import { defineRecord, moment, recordId, recordVersion, textOrNone } from '~/domain/record'
import { paths } from '~/paths'
import { agreedOn } from '~db/choices'
import type { Subscriber } from './subscribers.server'

export const subscriberRecord = defineRecord<Subscriber>()(
  'Subscriber',
  'An address on the newsletter’s list, and whether it gets the newsletter.',
  {
    id: [recordId, 17],
    email: [z.string(), 'maura@example.org'],
    name: [textOrNone, 'Maura Byrne'],
    isGuardian: [z.boolean(), true],
    studentName: [textOrNone, 'Niamh Byrne'],
    createdAt: [moment, '2026-04-02T16:45:30.000Z'],
    active: [z.boolean(), true],
    unsubscribedAt: [moment.nullable(), null],
    bouncedAt: [moment.nullable(), null],
    bounceReason: [textOrNone, null],
    isUndeliverable: [z.boolean(), false],
    waitsForConfirmation: [z.boolean(), false],
    agreedOn: [z.enum(agreedOn).nullable(), 'page'],
    agreedWords: [textOrNone, 'Our newsletter / What is on here / Subscribe to Newsletter'],
    agreedFrom: [textOrNone, paths.contact],
    vouchedFor: [textOrNone, null],
    vouchedById: [recordId.nullable(), null],
    agreedAt: [moment.nullable(), '2026-04-02T16:45:30.000Z'],
    confirmedAt: [moment.nullable(), '2026-04-02T16:51:02.000Z'],
    version: [recordVersion, 1],
  },
)
