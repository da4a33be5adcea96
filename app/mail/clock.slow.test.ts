import { beforeEach, expect, it, vi } from 'vitest'
import { queueMail, queueNewsletter } from '~/domain/deliveries/deliveries.server'
import type { Settings } from '~/settings.server'
import { createAddresses, setUpMailTests, waitUntil } from '~/test/mail-setup'
import type { WorkerTimings } from './worker.server'

const HOUR = 3_600_000
const office = setUpMailTests()
const { refuse, listDeliveries, listStates, waitUntilSettled, subscribe, createNewsletter, sendNewsletter } = office
type Sending = Partial<Settings['newsletter']>
/** Newsletters have no hold time unless a test sets one. */
const start = (sending: Sending = {}, pace: Partial<WorkerTimings> = {}) =>
  office.start(
    { newsletter: { ...office.riverbank.settings.newsletter, ratePerMinute: 6000, holdSeconds: 0, ...sending } },
    pace,
  )
/** Puts the clock back an hour, like a server that corrects its time. Timers and the stopwatch go on. */
const putBack = () => vi.setSystemTime(Date.now() - HOUR)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() }))

it('mails queued before the clock was put back leave at once, even after a restart', async () => {
  await sendNewsletter('a@x.example')
  putBack()
  start()
  await waitUntil(() => office.getTrouble() === null)
  await sendNewsletter('b@x.example')
  await queueMail(office.riverbank.db, { kind: 'test', email: 'tutor@x.example', newsletterId: 1 })
  putBack()
  await waitUntilSettled()
  expect(new Set(await listStates())).toEqual(new Set(['sent']))
})

it('a newsletter keeps its rate', async () => {
  await sendNewsletter(...createAddresses(20))
  start({ ratePerMinute: 1200 })
  await waitUntil(() => office.smtp.mails.length > 2)
  putBack()
  await waitUntilSettled()
  expect(office.smtp.mails).toHaveLength(20)
})

it('the back-off after trouble does not last longer', async () => {
  await sendNewsletter('a@x.example')
  refuse('greeting', '421 4.3.2 Not now')
  start({}, { trouble: [300] })
  await waitUntil(() => office.getTrouble() !== null)
  putBack()
  office.smtp.interfere = () => undefined
  await waitUntilSettled()
  expect(await listStates()).toEqual(['sent'])
})

it('a mail waits no longer for its next retry', async () => {
  await sendNewsletter('a@x.example')
  refuse('RCPT', '451 4.3.0 Try again later')
  start()
  await waitUntil(async () => (await listDeliveries())[0]?.attempts === 1)
  putBack()
  const inOneMinute = () => new Date(Date.now() + 61_000).toISOString()
  await waitUntil(async () => (await listDeliveries())[0]!.dueAt < inOneMinute())
  expect(await listStates()).toEqual(['pending'])
})

it('a newsletter can still be stopped for as long as before', async () => {
  const holdSeconds = 60
  await subscribe('a@x.example')
  const dueAt = new Date(Date.now() + holdSeconds * 1000).toISOString()
  await queueNewsletter(office.riverbank.db, { newsletterId: await createNewsletter(), audience: 'all', dueAt })
  putBack()
  start({ holdSeconds })
  await waitUntil(async () => (await listDeliveries())[0]!.dueAt !== dueAt)
  const held = Date.parse((await listDeliveries())[0]!.dueAt) - Date.now()
  expect(held).toBeGreaterThan(50_000)
  expect(held).toBeLessThanOrEqual(60_000)
  expect(await listStates()).toEqual(['pending'])
})
