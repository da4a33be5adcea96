import { retentionRecord } from '~/domain/retention/record'
import { changeRetention, readRetention, toRetentionRecord } from '~/domain/retention/retention.server'
import { newRetentionPeriods } from '~/domain/retention/schema'
import { type CallGroup, defineChangeBody, defineGet, definePatch } from './call.server'

export const retentionCalls: CallGroup = {
  name: 'Retention',
  description: 'How long the website keeps what it holds about people.',
  calls: [
    defineGet('getRetention', '/api/retention', {
      who: 'tutor',
      summary: 'Get the terms',
      description: 'Gives the terms in months, and what each removes next: how many, and on which day.',
      gives: retentionRecord,
      run: async ({ db, user }) => toRetentionRecord(db, user, await readRetention(db, user)),
    }),
    definePatch('patchRetention', '/api/retention', {
      who: 'tutor',
      summary: 'Change the terms',
      description:
        'Changes the terms that are sent; the others stay as they are. What a shorter one makes due is removed within the hour, so look at `next` after it. 409 when they have changed since the version that was sent.',
      takes: defineChangeBody(newRetentionPeriods, { enquiries: 12, version: 1 }),
      gives: retentionRecord,
      run: async ({ db, user, body }) => toRetentionRecord(db, user, await changeRetention(db, user, body)),
    }),
  ],
}
