import { expect, it, test } from 'vitest'
import {
  describeResend,
  explainFailure,
  formatDeliveryCounts,
  formatPeopleCount,
  formatSeconds,
  getNewsletterState,
} from './mail-notice'

test('describes the state of the emails without counts of zero', () => {
  const counts = { sent: 212, failed: 3, uncertain: 1, pending: 0 }
  expect(formatDeliveryCounts(counts, 'server')).toBe('212 sent, 3 failed, 1 uncertain')
  expect(formatDeliveryCounts(counts, 'outbox')).toBe('212 saved to the outbox, 3 failed, 1 uncertain')
  for (const route of ['server', 'outbox', 'none'] as const)
    expect(formatDeliveryCounts({ sent: 0, failed: 0, uncertain: 0, pending: 40 }, route)).toBe('40 waiting')
})

test('formats numbers of people and seconds', () => {
  expect([0, 1, 12].map(formatPeopleCount)).toEqual(['0 people', '1 person', '12 people'])
  expect([1, 60, 119, 120, 3600].map(formatSeconds)).toEqual([
    '1 second',
    '60 seconds',
    '119 seconds',
    '2 minutes',
    '60 minutes',
  ])
})

test('says to whom a newsletter is sent again, and why to no one', () => {
  expect(describeResend(1, 'server')).toMatch(
    /^The newsletter is being sent again to 1 person\. .*does not work is left out\.$/,
  )
  expect(describeResend(0, 'server')).toMatch(/^No one is left to send it to: .*does not work/)
})

test.each([
  ['550 5.1.1 <x@example.ie>: Recipient address rejected', 'There is no such address.'],
  ['452 4.2.2 Over quota', 'The mailbox is full.'],
  ['554 5.7.1 Message rejected due to content', 'Their mail server does not let our emails in.'],
  ['451 Try again later', 'Their mail server did not accept the email.'],
])('%s means: %s', (reason, plain) => {
  expect(explainFailure(reason)).toEqual({ plain, server: reason })
})

test('keeps a reason that is not from a mail server', () => {
  const own = 'Unsubscribed before it was sent.'
  expect(explainFailure(own)).toEqual({ plain: own, server: null })
})

const now = '2026-11-22T20:00:00.000Z'
const none = { sent: 0, failed: 0, uncertain: 0, pending: 0, isStarted: false }
const draft = { status: 'draft', leavesAt: null, goesOutAt: null } as const
const sent = { ...draft, status: 'sent', goesOutAt: now } as const

it.each([
  [draft, undefined, 'Draft', undefined],
  [{ ...draft, leavesAt: '2026-11-22T20:32:00.000Z' }, undefined, 'Draft', 'Goes out at 20:32'],
  [{ ...draft, leavesAt: '2027-07-01T08:30:00.000Z' }, undefined, 'Draft', 'Goes out on 1 July 2027 at 09:30'],
  [
    { ...sent, goesOutAt: '2026-11-22T20:01:00.000Z' },
    { ...none, pending: 60 },
    'Sending',
    '60 wait until 20:01, you can stop it',
  ],
  [sent, { ...none, pending: 1 }, 'Sending', '1 waits, you can stop it'],
  [sent, { pending: 286, sent: 6, failed: 1, uncertain: 1, isStarted: true }, 'Sending', '286 of 294 wait'],
  // Refused for now: it can't be stopped, although nothing has left.
  [sent, { ...none, pending: 2, isStarted: true }, 'Sending', '2 of 2 wait'],
  [sent, { ...none, sent: 293, failed: 1, isStarted: true }, 'Sent', undefined],
  [sent, { ...none, failed: 12, uncertain: 1, isStarted: true }, 'Sent', undefined],
  [sent, { ...none, failed: 12, isStarted: true }, 'Failed', 'No email has left'],
] as const)('%j with %j is %s: %s', (newsletter, counts, badge, detail) => {
  const state = getNewsletterState(newsletter, counts, { now, route: 'server' })
  expect(state).toEqual({ tone: expect.any(String), badge, detail })
})
