import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRetentionSection } from '~/content/privacy-policy'
import { ERASED_ADDRESS, queueMail, sendAgain } from '~/domain/deliveries/deliveries.server'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { newSubscriber } from '~/domain/subscribers/schema'
import { addSubscriber } from '~/domain/subscribers/subscribers.server'
import { createRiverbank, type TestRiverbank } from '~/test/riverbank'
import { listAllSubscribers } from '~/test/subscribers'
import { formatRetentionPeriod, retentionCategories, retentionPeriods } from './content/retention-terms'
import { storeInterruptedForm } from './domain/interrupted-forms/interrupted-forms.server'
import { sendNewsletter } from './domain/newsletters/send.server'
import * as retention from './domain/retention/retention.server'
import { confirmSignUp, signUp, unsubscribe } from './domain/subscribers/subscription.server'
import { newWeekSession } from './domain/week/schema'
import { switchSessions } from './domain/week/session-changes.server'
import { addWeekSession } from './domain/week/week.server'
import { log } from './log.server'
import { runRetention, startRetention } from './retention.server'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const start = Date.parse('2026-03-01T09:00:00.000Z')

let riverbank: TestRiverbank
let aoife: TestRiverbank['people']['aoife']
beforeEach(async () => {
  vi.useFakeTimers({ now: start, toFake: ['Date', 'setInterval', 'clearInterval'] })
  riverbank = await createRiverbank()
  aoife = riverbank.people.aoife
})
afterEach(async () => {
  vi.restoreAllMocks()
  await riverbank.close()
})

const getContext = () => riverbank.context
/** Runs retention `days` and a minute after the start. */
async function runAfter(days: number) {
  vi.setSystemTime(start + days * DAY + 60_000)
  await runRetention(getContext())
}
const add = (email: string, name?: string) => addSubscriber(riverbank.db, aoife, newSubscriber.parse({ email, name }))
const findSecret = async (email: string, secret: 'token' | 'confirmToken') =>
  (await riverbank.db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst())![secret]!
const emails = async () => (await listAllSubscribers(riverbank.db)).map(({ email }) => email)
const deliveries = () => riverbank.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
const settleAll = () =>
  riverbank.db.updateTable('deliveries').set({ state: 'sent', settledAt: new Date().toISOString() }).execute()

describe('a run removes', () => {
  test('a change of a session, a week after its day', async () => {
    const { db } = riverbank
    const drama = newWeekSession.parse({ weekday: 'Sunday', from: '9:30', to: '11:00', activity: 'Drama' })
    const { id } = await addWeekSession(db, aoife, drama)
    await switchSessions(db, aoife, { day: '2026-03-01', ids: [id], isOff: true })
    await runAfter(7)
    expect(await db.selectFrom('sessionChanges').selectAll().execute()).toHaveLength(1)
    await runAfter(8)
    expect(await db.selectFrom('sessionChanges').selectAll().execute()).toEqual([])
  })

  test('an unconfirmed sign-up, after 30 days, with its mails', async () => {
    const { db } = riverbank
    await signUp(db, { email: 'never@x.example', name: 'Eve' }, { doubleOptIn: true })
    await signUp(db, { email: 'soon@x.example', name: null }, { doubleOptIn: true })
    await settleAll()
    await confirmSignUp(db, await findSecret('soon@x.example', 'confirmToken'))
    await runAfter(29)
    expect(await emails()).toEqual(['soon@x.example', 'never@x.example'])
    await runAfter(30)
    expect(await emails()).toEqual(['soon@x.example'])
    expect(JSON.stringify(await deliveries())).not.toMatch(/never|Eve/)
  })

  test('no sign-up whose mail is more recent, sent or waiting', async () => {
    const { db } = riverbank
    await signUp(db, { email: 'again@x.example', name: null }, { doubleOptIn: true })
    await settleAll()
    vi.setSystemTime(start + 20 * DAY)
    await signUp(db, { email: 'again@x.example', name: null }, { doubleOptIn: true })
    await runAfter(31)
    expect(await emails()).toEqual(['again@x.example'])
    await runAfter(49)
    expect(await emails()).toEqual(['again@x.example'])
    await runAfter(50)
    expect(await emails()).toEqual([])
  })

  test('no unsubscribed reader with an unconfirmed new sign-up: they stay unsubscribed', async () => {
    const { db } = riverbank
    await add('gone@x.example')
    await unsubscribe(db, await findSecret('gone@x.example', 'token'))
    await signUp(db, { email: 'gone@x.example', name: null }, { doubleOptIn: true })
    await settleAll()
    await runAfter(31)
    expect(await listAllSubscribers(db)).toMatchObject([
      { email: 'gone@x.example', active: false, waitsForConfirmation: false },
    ])
  })

  test('other mails 30 days after they were sent or given up, but never those about enquiries', async () => {
    const { db } = riverbank
    await queueMail(db, { kind: 'welcome', email: 'a@x.example' })
    await addEnquiry(
      db,
      { name: 'Maura', email: 'm@x.example', phone: null, subject: 'visit', message: 'May we come?' },
      { isSpam: false, officeEmail: 'office@x.example' },
    )
    await settleAll()
    await queueMail(db, { kind: 'test', email: 'b@x.example' })
    await runAfter(29)
    expect((await deliveries()).map(({ kind }) => kind)).toEqual(['welcome', 'enquiry', 'test'])
    await runAfter(200)
    expect(await deliveries()).toMatchObject([{ kind: 'enquiry', email: 'office@x.example' }])
  })

  test('a newsletter’s recipients, after 90 days; the counts stay, and nothing is sent to them again', async () => {
    const { db } = riverbank
    await add('reader@x.example', 'Rita')
    await add('other@x.example', 'Otto')
    const newsletter = await addNewsletter(db, aoife, { title: 'June news', content: 'The choir sang.' })
    await sendNewsletter(db, aoife, newsletter.id, { audience: 'all', holdSeconds: 0 })
    await settleAll()
    const failed = { state: 'failed', reason: '550 <reader@x.example> unknown' } as const
    await db.updateTable('deliveries').set(failed).where('email', '=', 'reader@x.example').execute()
    await runAfter(89)
    expect(JSON.stringify(await deliveries())).toMatch(/reader@x\.example.*Rita|Rita.*reader@x\.example/)
    await runAfter(90)
    const forgotten = { email: ERASED_ADDRESS, name: null, subscriberId: null, newsletterId: newsletter.id }
    expect(await deliveries()).toMatchObject([
      { ...forgotten, state: 'failed', reason: ERASED_ADDRESS },
      { ...forgotten, state: 'sent', reason: null },
    ])
    expect(await sendAgain(db, aoife, newsletter, { state: 'failed' })).toBe(0)
    expect(await emails()).toHaveLength(2)
  })

  test('outbox mails without a delivery, but none that this database never sent', async () => {
    const { outbox } = riverbank.context
    mkdirSync(outbox, { recursive: true })
    await queueMail(riverbank.db, { kind: 'welcome', email: 'a@x.example' })
    await queueMail(riverbank.db, { kind: 'welcome', email: 'b@x.example' })
    await riverbank.db.deleteFrom('deliveries').where('id', '=', 2).execute()
    for (const name of ['1.eml', '2.eml', '2.eml.unfinished', '9.eml', 'notes.txt'])
      writeFileSync(`${outbox}/${name}`, '')
    await runAfter(0)
    expect(readdirSync(outbox).sort()).toEqual(['1.eml', '9.eml', 'notes.txt'])
  })
})

test('a failed step is logged, and the rest of the run continues', async () => {
  const { db } = riverbank
  const complaint = vi.spyOn(log, 'error').mockImplementation(() => {})
  await sql`create trigger stopped before delete on sessions begin select raise(abort, 'no'); end`.execute(db)
  const form = new FormData()
  form.set('title', 'Tea')
  await storeInterruptedForm(db, riverbank.people.daniel.id, '/dashboard', form)
  await runAfter(31)
  expect(complaint.mock.calls.map(([details]) => (details as { what: string }).what)).toEqual(['past log-ins'])
  expect(await db.selectFrom('interruptedForms').selectAll().execute()).toEqual([])
})

test('retention runs immediately and every hour, until stopped', async () => {
  const removePast = vi.spyOn(retention, 'removeExpiredRecords').mockResolvedValue(0)
  const running = startRetention(getContext())
  await vi.waitFor(() => expect(removePast).toHaveBeenCalledTimes(retentionCategories.length), 15_000)
  await vi.advanceTimersByTimeAsync(HOUR)
  await vi.waitFor(() => expect(removePast).toHaveBeenCalledTimes(2 * retentionCategories.length), 15_000)
  await running.stop()
  await vi.advanceTimersByTimeAsync(5 * HOUR)
  expect(removePast).toHaveBeenCalledTimes(2 * retentionCategories.length)
  expect(vi.getTimerCount()).toBe(0)
})

test('each retention period is on the privacy page, and has a reason', () => {
  const reported = JSON.stringify(createRetentionSection())
  for (const what of retentionCategories) {
    expect(retentionPeriods[what].reason, what).toMatch(/\.$/)
    expect(reported, what).toContain(formatRetentionPeriod(what))
  }
  expect([
    formatRetentionPeriod('tickets'),
    formatRetentionPeriod('readers'),
    formatRetentionPeriod('activity'),
  ]).toEqual(['1 day', '90 days', '2 years'])
})
