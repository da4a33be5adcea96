import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queueAbsenceMail, setAbsenceMail } from '~/domain/absences/absence-mail.server'
import { addAbsence } from '~/domain/absences/absences.server'
import { queueMail, queueNewsletter } from '~/domain/deliveries/deliveries.server'
import { RETRY_PAUSES } from '~/domain/deliveries/queue.server'
import { findSendingState, resumeSending } from '~/domain/deliveries/sending.server'
import { type Settings, selectSiteSettings } from '~/settings.server'
import { origin, setUpMailTests, waitUntil } from '~/test/mail-setup'
import type { TestRiverbank } from '~/test/riverbank'
import type { SmtpTestServer, Stage } from '~/test/smtp'

const office = setUpMailTests()
const {
  start,
  stop,
  restart,
  refuse,
  withRate,
  listDeliveries,
  listStates,
  waitUntilSettled,
  subscribe,
  createNewsletter,
  sendNewsletter,
} = office
let riverbank: TestRiverbank
let smtp: SmtpTestServer
beforeEach(() => {
  riverbank = office.riverbank
  smtp = office.smtp
})
const parsed = (index = 0) => PostalMime.parse(smtp.mails[index]?.raw ?? '')
const readers = () => smtp.mails.map(({ to }) => to).sort()
const demo = { password: undefined }
const tutor = () => riverbank.people.aoife
const sending = (settings: Settings) =>
  findSendingState({ ...riverbank.context, settings: selectSiteSettings(settings) })

/** Stores an enquiry and queues its mail to the office's former address. */
async function enquire(dueAt = new Date().toISOString()) {
  const said = {
    name: 'Maeve, M.',
    email: 'maeve@x.example',
    phone: null,
    subject: 'visit',
    message: 'May we?',
  } as const
  const insert = riverbank.db.insertInto('enquiries').values({ ...said, suspected: 0, createdAt: dueAt })
  const { id: enquiryId } = await insert.returning('id').executeTakeFirstOrThrow()
  await queueMail(riverbank.db, { kind: 'enquiry', email: 'old-office@x.example', enquiryId, dueAt })
}

function stallAt(at: Stage): Promise<void> {
  return new Promise((stalls) => {
    smtp.interfere = (stage) => {
      if (stage !== at) return undefined
      stalls()
      return 'stall'
    }
  })
}

describe('a newsletter', () => {
  it('goes to the exact address, whatever characters it has', async () => {
    const all = ["!#$%&'*+/=?^_`{|}~-@x.example", 'a&b@x.example', 'gerd@xn--bcher-kva.example', "o'brien@x.example"]
    await sendNewsletter(...all)
    start()
    await waitUntilSettled()
    expect(await listStates()).toEqual(['sent', 'sent', 'sent', 'sent'])
    // The test's mail server decodes international domains.
    expect(readers()).toEqual(all.map((one) => one.replace('xn--bcher-kva', 'bücher')))
    expect(smtp.mails.map(({ raw }) => /^To: (.*)\r$/m.exec(raw.toString())?.[1]).sort()).toEqual(all)
  })

  it('reaches each reader once, with the reader’s own unsubscribe link', async () => {
    await sendNewsletter('a@x.example', 'b@x.example', 'c@x.example')
    start()
    await waitUntilSettled()
    expect(await listStates()).toEqual(['sent', 'sent', 'sent'])
    expect(readers()).toEqual(['a@x.example', 'b@x.example', 'c@x.example'])
    for (const [index, { to }] of smtp.mails.entries()) {
      const way = `${origin}/unsubscribe/${Buffer.from(to).toString('hex')}`
      const { text, html, headers } = await parsed(index)
      expect(text).toContain(`Unsubscribe from our news:\n${way}\n`)
      expect(html).toContain(`href="${way}"`)
      expect(headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${way}>`)
    }
  })

  it('that was stopped and sent again has its current text', async () => {
    const newsletterId = await sendNewsletter('a@x.example')
    start()
    await waitUntilSettled()
    await subscribe('b@x.example')
    const sentAt = new Date(Date.now() + 1000).toISOString()
    await riverbank.db.updateTable('newsletters').set({ content: 'The choir rests.', sentAt }).execute()
    await riverbank.db.deleteFrom('deliveries').execute()
    await queueNewsletter(riverbank.db, { newsletterId, audience: 'all', dueAt: new Date().toISOString() })
    await waitUntil(() => smtp.mails.length === 3)
    for (const index of [1, 2]) expect((await parsed(index)).text).toContain('The choir rests.')
  })

  it('is not sent before it is due, nor to people who have unsubscribed since or addresses that stopped working', async () => {
    await sendNewsletter('a@x.example', 'b@x.example', 'c@x.example', 'd@x.example')
    await riverbank.db
      .updateTable('subscribers')
      .set({ refusedNewsletters: '[7,8,9]' })
      .where('email', '=', 'd@x.example')
      .execute()
    await riverbank.db.updateTable('subscribers').set({ active: 0 }).where('email', '=', 'b@x.example').execute()
    await riverbank.db
      .updateTable('deliveries')
      .set({ dueAt: new Date(Date.now() + 3_600_000).toISOString() })
      .where('email', '=', 'c@x.example')
      .execute()
    start()
    await waitUntil(async () => (await listStates()).filter((state) => state === 'pending').length === 1)
    await waitUntil(async () => (await listStates()).every((state) => state !== 'sending'))
    expect((await listDeliveries()).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['failed', 'Unsubscribed before it was sent.'],
      ['pending', null],
      ['failed', 'This address does not work.'],
    ])
    expect(readers()).toEqual(['a@x.example'])
  })

  it('keeps to the set rate, even after a restart', async () => {
    await sendNewsletter('a@x.example', 'b@x.example')
    const slow = withRate(1)
    start(slow)
    await queueMail(riverbank.db, { kind: 'welcome', email: 'a@x.example', subscriberId: 1 })
    await waitUntil(() => smtp.mails.length === 1)
    await restart(slow)
    await queueMail(riverbank.db, { kind: 'welcome', email: 'a@x.example', subscriberId: 1 })
    await waitUntil(() => smtp.mails.length === 2)
    for (const mail of [await parsed(0), await parsed(1)]) expect(mail.subject).toBe('Welcome to Riverbank News')
    expect((await listStates()).slice(0, 2)).toEqual(['pending', 'pending'])
  })
})

describe('other mails', () => {
  it('welcome, ask to confirm, send the unsubscribe link and test a newsletter', async () => {
    const { id: subscriberId } = await subscribe('a@x.example', 'Áine "A" Byrne')
    await riverbank.db.updateTable('subscribers').set({ confirmToken: 'c0ffee' }).execute()
    const newsletterId = await createNewsletter('Party 🎉')
    for (const kind of ['welcome', 'confirm', 'unsubscribe'] as const)
      await queueMail(riverbank.db, { kind, email: 'a@x.example', subscriberId })
    await queueMail(riverbank.db, { kind: 'test', email: 'tutor@x.example', newsletterId })
    start()
    await waitUntilSettled()
    const mails = await Promise.all(smtp.mails.map((_, index) => parsed(index)))
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Welcome to Riverbank News',
      'Please confirm: Riverbank News',
      'Your link to unsubscribe from Riverbank News',
      '[Test] Party 🎉',
    ])
    expect(mails[0]?.to).toEqual([{ name: 'Áine "A" Byrne', address: 'a@x.example' }])
    expect(mails[1]?.text).toContain(`${origin}/confirm/c0ffee`)
    const with_ = (header: string) => mails.map(({ headers }) => headers.some(({ key }) => key === header))
    expect(with_('list-unsubscribe-post')).toEqual([true, false, false, false])
    expect(with_('auto-submitted')).toEqual([true, true, true, false])
  })

  it('take an enquiry to the office, with Reply-To the visitor', async () => {
    await enquire()
    start({ officeEmail: 'office@x.example' })
    await waitUntilSettled()
    expect(readers()).toEqual(['office@x.example'])
    expect((await parsed()).replyTo).toEqual([{ name: 'Maeve, M.', address: 'maeve@x.example' }])
  })
})

describe('a refusal', () => {
  it('that is temporary is retried after growing delays, and fails after the last', async () => {
    await sendNewsletter('a@x.example')
    refuse('RCPT', '450 4.2.1 Greylisted')
    start()
    for (let attempt = 1; attempt <= RETRY_PAUSES.length; attempt++) {
      const before = Date.now()
      const dueAt = new Date(before).toISOString()
      await riverbank.db.updateTable('deliveries').set({ dueAt }).execute()
      await waitUntil(async () => (await listDeliveries())[0]?.attempts === attempt)
      const [delivery] = await listDeliveries()
      expect(delivery).toMatchObject({ state: 'pending', reason: expect.stringContaining('450 4.2.1 Greylisted') })
      expect(Date.parse(delivery?.dueAt ?? '') - before).toBeGreaterThanOrEqual(RETRY_PAUSES[attempt - 1] ?? 0)
    }
    await riverbank.db.updateTable('deliveries').set({ dueAt: new Date().toISOString() }).execute()
    await waitUntilSettled()
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', attempts: RETRY_PAUSES.length + 1 }])
    expect(smtp.mails).toEqual([])
  })

  it('of an address that is permanent is tried once and shown with the subscriber, until a mail goes through', async () => {
    await sendNewsletter('a@x.example', 'gone@x.example')
    let tries = 0
    smtp.interfere = (stage, recipient) => {
      if (stage !== 'RCPT' || recipient !== 'gone@x.example') return undefined
      tries++
      return '550 5.1.1 No such user'
    }
    start()
    await waitUntilSettled()
    expect(await listStates()).toEqual(['sent', 'failed'])
    const bounces = () =>
      riverbank.db.selectFrom('subscribers').select(['bouncedAt', 'bounceReason']).orderBy('id').execute()
    const none = { bouncedAt: null, bounceReason: null }
    expect(await bounces()).toEqual([none, { bouncedAt: expect.any(String), bounceReason: '550 5.1.1 No such user' }])
    expect(tries).toBe(1)
    smtp.interfere = () => undefined
    await queueMail(riverbank.db, { kind: 'welcome', email: 'gone@x.example', subscriberId: 2 })
    await waitUntil(() => smtp.mails.length === 2)
    await waitUntilSettled()
    expect(await bounces()).toEqual([none, none])
  })
})

describe('a restart', () => {
  it('marks mails in flight as uncertain and never sends them again, except enquiries', async () => {
    await sendNewsletter('a@x.example', 'b@x.example')
    await enquire()
    await riverbank.db.updateTable('deliveries').set({ state: 'sending' }).where('email', '<>', 'b@x.example').execute()
    start({ officeEmail: 'office@x.example' })
    await waitUntilSettled()
    expect(await listStates()).toEqual(['uncertain', 'sent', 'sent'])
    expect(readers()).toEqual(['b@x.example', 'office@x.example'])
  })

  const officeEmail = 'office@x.example'

  it('during the absence mail sends it again, but never yesterday’s', async () => {
    const { db, people } = riverbank
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-06-30T08:00:00Z') })
    await setAbsenceMail(db, tutor(), true)
    await addAbsence(db, tutor(), { studentId: people.daniel.id, startDate: '2027-06-30', endDate: null, note: null })
    vi.setSystemTime('2027-06-30T09:00:00Z')
    expect([await queueAbsenceMail(db), await queueAbsenceMail(db)]).toEqual([true, false])
    await db.updateTable('deliveries').set({ state: 'sending' }).execute()
    start({ officeEmail })
    await waitUntilSettled()
    expect([await listStates(), readers()]).toEqual([['sent'], [officeEmail]])
    await stop()
    await db
      .updateTable('deliveries')
      .set({ state: 'sending', attempts: 0, createdAt: '2026-01-01T10:00:00.000Z' })
      .execute()
    start({ officeEmail })
    await waitUntilSettled()
    expect([await listStates(), readers()]).toEqual([['failed'], [officeEmail]])
  })

  it('delays an enquiry that was in flight at two stops already, and in the end gives it up', async () => {
    await enquire('2026-01-01T09:00:00.000Z')
    await sendNewsletter('a@x.example')
    const stopAmid = async () => {
      await stop()
      await riverbank.db.updateTable('deliveries').set({ state: 'sending' }).where('kind', '=', 'enquiry').execute()
    }
    await riverbank.db.updateTable('deliveries').set({ attempts: 1 }).where('kind', '=', 'enquiry').execute()
    for (const [again, pause] of RETRY_PAUSES.slice(1).entries()) {
      await stopAmid()
      const before = Date.now()
      start({ officeEmail })
      await waitUntil(async () => (await listStates()).join() === 'pending,sent')
      const [{ attempts, dueAt } = { attempts: 0, dueAt: '' }] = await listDeliveries()
      expect(attempts).toBe(again + 2)
      expect(Date.parse(dueAt)).toBeGreaterThanOrEqual(before + pause)
    }
    await stopAmid()
    start({ officeEmail })
    await waitUntilSettled()
    expect(await listDeliveries()).toMatchObject([
      { state: 'failed', reason: 'The website stopped while this email was being sent.' },
      { state: 'sent' },
    ])
    expect(readers()).toEqual(['a@x.example'])
  })

  it.each(['greeting', 'RCPT', 'DATA'] as const)(
    'leaves no mail in flight that the server holds up at %s',
    async (at) => {
      await sendNewsletter('a@x.example')
      const stalled = stallAt(at)
      start()
      await stalled
      await stop()
      expect(await listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }])
      smtp.interfere = () => undefined
      start()
      await waitUntilSettled()
      expect([await listStates(), smtp.mails.length]).toEqual([['sent'], 1])
    },
  )

  it('waits for the mail in flight, but not forever', async () => {
    await sendNewsletter('a@x.example')
    const stalled = stallAt('dot')
    start({}, { stopTimeout: 50 })
    await stalled
    await stop()
    expect(await listStates()).toEqual(['sending'])
    smtp.interfere = () => undefined
    start()
    await waitUntilSettled()
    expect(await listStates()).toEqual(['uncertain'])
  })
})

describe('a pause', () => {
  const pause = () =>
    riverbank.db
      .insertInto('portalSettings')
      .values({ name: 'sendingPaused', value: new Date().toISOString() })
      .execute()

  it('holds every mail until a tutor resumes sending', async () => {
    await sendNewsletter('a@x.example')
    await pause()
    const settings = start()
    await setTimeout(100)
    expect(await listStates()).toEqual(['pending'])
    expect((await sending(settings)).pausedSince).toMatch(/^\d{4}-/)
    expect(await resumeSending(riverbank.db, tutor())).toBe(true)
    await waitUntilSettled()
    expect(await listStates()).toEqual(['sent'])
    expect(await resumeSending(riverbank.db, tutor())).toBe(false)
    const log = riverbank.db.selectFrom('activity').select(['action', 'title']).where('noun', '=', 'sending')
    expect(await log.execute()).toEqual([{ action: 'resumed', title: 'with everything that was waiting' }])
  })
})

it('a mail that can’t be created fails alone, and an unexpected error stops nothing', async () => {
  await sendNewsletter('a@x.example')
  await riverbank.db.updateTable('deliveries').set({ email: 'a@x.example\r\nRCPT TO:<b@x.example>' }).execute()
  await sendNewsletter('b@x.example')
  start()
  await waitUntil(async () => (await listDeliveries()).length === 3)
  await waitUntilSettled()
  expect(await listStates()).toEqual(['failed', 'sent', 'sent'])
  expect((await listDeliveries())[0]?.reason).toMatch(/\w/)
  await sendNewsletter('c@x.example')
  await restart()
  await waitUntilSettled()
  expect((await listStates()).filter((state) => state !== 'sent')).toEqual(['failed'])
})

it('in a demonstration without a mail server, each mail is a file', async () => {
  await sendNewsletter('a@x.example', 'b@x.example')
  const settings = start({ smtpUrl: undefined, demo })
  await waitUntilSettled()
  const folder = join(settings.dataDir, 'outbox')
  expect(readdirSync(folder).sort()).toEqual(['1.eml', '2.eml'])
  expect((await PostalMime.parse(readFileSync(join(folder, '1.eml')))).subject).toBe('June news')
  expect((await sending(settings)).route).toBe('outbox')
})
