import { expect, it } from 'vitest'
import { stateOf } from './state'

const now = '2026-11-22T20:00:00.000Z'
const counts = { sent: 0, failed: 0, uncertain: 0, pending: 0 }
const draft = { status: 'draft', leavesAt: null, goesOutAt: null } as const

it.each([
  [draft, undefined, 'Draft'],
  [{ ...draft, leavesAt: '2026-11-22T20:32:00.000Z' }, undefined, 'Leaves at 20:32'],
  [{ ...draft, leavesAt: '2027-07-01T08:30:00.000Z' }, undefined, 'Leaves on 1 July 2027 at 09:30'],
  [{ ...draft, status: 'sent', goesOutAt: '2026-11-22T20:01:00.000Z' }, { ...counts, pending: 9 }, 'Leaves at 20:01'],
  [{ ...draft, status: 'sent', goesOutAt: now }, { ...counts, pending: 294 }, 'Sending, 0 of 294'],
  [
    { ...draft, status: 'sent', goesOutAt: now },
    { pending: 286, sent: 6, failed: 1, uncertain: 1 },
    'Sending, 8 of 294',
  ],
  // Mails that are sent again by hand, after the hold has passed.
  [
    { ...draft, status: 'sent', goesOutAt: '2026-11-22T20:01:00.000Z' },
    { ...counts, sent: 1, pending: 1 },
    'Sending, 1 of 2',
  ],
  [{ ...draft, status: 'sent', goesOutAt: now }, { ...counts, sent: 294 }, 'Sent'],
  [{ ...draft, status: 'sent', goesOutAt: now }, undefined, 'Sent'],
] as const)('%j is %3$s', (newsletter, those, words) => {
  expect(stateOf(newsletter, those, now).words).toBe(words)
})
