import { retentionRecord } from '~/domain/retention/record'
import { changeRetention, readRetention, retentionAsRecord } from '~/domain/retention/retention.server'
import { newTerms } from '~/domain/retention/schema'
import { change, type Group, get, patch } from './call.server'

export const retention: Group = {
  name: 'Retention',
  description: 'How long the website keeps what it holds about people.',
  calls: [
    get('getRetention', '/api/retention', {
      who: 'tutor',
      summary: 'Get the terms',
      description: 'Gives the terms in months, and what each removes next: how many, and on which day.',
      gives: retentionRecord,
      run: async ({ db }) => retentionAsRecord(db, await readRetention(db)),
    }),
    patch('patchRetention', '/api/retention', {
      who: 'tutor',
      summary: 'Change the terms',
      description:
        'Changes the terms that are sent; the others stay as they are. What a shorter one makes due is removed within the hour, so look at `next` after it. 409 when they have changed since the version that was sent.',
      takes: change(newTerms, { enquiries: 12, version: 1 }),
      gives: retentionRecord,
      run: async ({ db, user, body }) => retentionAsRecord(db, await changeRetention(db, user, body)),
    }),
  ],
}
