import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { OUTDATED } from '~/domain/deliveries/queue.server'
import { addEnquiry, setAnswered } from '~/domain/enquiries/enquiries.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { sendNewsletter, sendTest } from '~/domain/newsletters/send.server'
import { requestUnsubscribeLink, signUp } from '~/domain/subscribers/subscription.server'
import { runRetention } from '~/retention.server'
import { setUpMailTests, waitUntil } from '~/test/mail-setup'
import type { TestRiverbank } from '~/test/riverbank'

const office = setUpMailTests()
const { start, stop, restart, listDeliveries, listStates, waitUntilSettled, subscribe } = office
let riverbank: TestRiverbank
beforeEach(() => {
  riverbank = office.riverbank
})
const DAY = 24 * 3_600_000
const without = { smtpUrl: undefined }
const outbox = () => join(riverbank.settings.dataDir, 'outbox')
const tutor = () => riverbank.people.aoife
/** Long enough for several checks for mail. */
const someTurns = () => setTimeout(150)

async function queueNewsletterTo(...emails: string[]): Promise<number> {
  for (const email of emails) await subscribe(email)
  const { id } = await addNewsletter(riverbank.db, tutor(), { title: 'June news', content: 'The choir sings.' })
  await sendNewsletter(riverbank.db, tutor(), id, { audience: 'all', holdSeconds: 0 })
  return id
}

const enquire = async () => {
  const said = { name: 'M', email: 'm@x.example', phone: null, subject: 'visit', message: 'May we come?' } as const
  await addEnquiry(riverbank.db, said, { isSpam: false, officeEmail: 'office@x.example' })
}

const isDueSince = (days: number) =>
  riverbank.db
    .updateTable('deliveries')
    .set({ dueAt: new Date(Date.now() - days * DAY).toISOString() })
    .execute()

describe('without a mail server', () => {
  it('every mail waits, and is sent once when there is a server', async () => {
    const id = await queueNewsletterTo('a@x.example', 'b@x.example')
    await sendTest(riverbank.db, tutor(), id, 'tutor@x.example')
    await signUp(riverbank.db, { email: 'new@x.example', name: null }, { doubleOptIn: false })
    await signUp(riverbank.db, { email: 'asks@x.example', name: null }, { doubleOptIn: true })
    await requestUnsubscribeLink(riverbank.db, 'a@x.example')
    await enquire()
    start(without)
    await someTurns()
    await restart(without)
    await someTurns()
    expect(await listStates()).toEqual(Array(7).fill('pending'))
    expect(existsSync(outbox())).toBe(false)
    await restart()
    await waitUntilSettled()
    expect(await listStates()).toEqual(Array(7).fill('sent'))
    await restart()
    await someTurns()
    const [toOffice] = [riverbank.settings.officeEmail]
    expect(office.smtp.mails.map(({ to }) => to).sort()).toEqual(
      [
        ...['a@x.example', 'a@x.example', 'asks@x.example', 'b@x.example', 'new@x.example', toOffice],
        'tutor@x.example',
      ].sort(),
    )
  })
})

describe('once mail is set up', () => {
  it('mails that waited too long have failed, and tutors can send a newsletter again', async () => {
    const id = await queueNewsletterTo('a@x.example')
    for (const kind of ['test', 'access'] as const)
      await queueMail(riverbank.db, { kind, newsletterId: id, email: `${kind}@x.example` })
    await signUp(riverbank.db, { email: 'asks@x.example', name: null }, { doubleOptIn: true })
    await enquire()
    await isDueSince(365)
    start()
    await waitUntilSettled()
    expect((await listDeliveries()).map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
      ['newsletter', 'failed', OUTDATED],
      ['test', 'failed', OUTDATED],
      ['access', 'failed', OUTDATED],
      ['confirm', 'failed', OUTDATED],
      // The visitor still waits for an answer.
      ['enquiry', 'sent', null],
    ])
  })

  it.each([
    [6, ['sent', 'sent', 'sent']],
    [8, ['sent', 'failed', 'sent']],
    [31, ['failed', 'failed', 'failed']],
  ])('after %i days a newsletter, a link to confirm and one to unsubscribe are %j', async (days, expected) => {
    await queueNewsletterTo('a@x.example')
    await signUp(riverbank.db, { email: 'asks@x.example', name: null }, { doubleOptIn: true })
    await requestUnsubscribeLink(riverbank.db, 'a@x.example')
    await isDueSince(days)
    start()
    await waitUntilSettled()
    expect(await listStates()).toEqual(expected)
  })

  it('an enquiry that was answered long ago is not mailed', async () => {
    await enquire()
    await setAnswered(riverbank.db, tutor(), 1, true)
    await isDueSince(31)
    start()
    await waitUntilSettled()
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', reason: OUTDATED }])
  })
})

it('while mail is not set up, retention periods begin for mails that waited too long', async () => {
  await signUp(riverbank.db, { email: 'asks@x.example', name: null }, { doubleOptIn: true })
  await enquire()
  await isDueSince(8)
  const { db } = riverbank
  await runRetention({ ...riverbank.context, outbox: outbox() })
  expect(await listStates()).toEqual(['failed', 'pending'])
  await runRetention({ ...riverbank.context, outbox: outbox() }, Date.now() + 40 * DAY)
  expect(await db.selectFrom('subscribers').selectAll().execute()).toEqual([])
})

it('mails that an earlier version wrote to the outbox and called sent become failed, once', async () => {
  await queueNewsletterTo('a@x.example', 'b@x.example')
  await riverbank.db.updateTable('deliveries').set({ state: 'sent', settledAt: new Date().toISOString() }).execute()
  mkdirSync(outbox())
  for (const name of ['1.eml', '9.eml', 'notes.txt']) writeFileSync(join(outbox(), name), '')
  start()
  await waitUntil(async () => (await listStates()).includes('failed'))
  expect(await listDeliveries()).toMatchObject([
    { state: 'failed', reason: 'Mail was not set up: this email was only written to a folder.' },
    { state: 'sent' },
  ])
  expect(readdirSync(outbox())).toEqual(['notes.txt'])
  await stop()
  await riverbank.db.updateTable('deliveries').set({ state: 'sent' }).execute()
  await restart()
  await someTurns()
  expect(await listStates()).toEqual(['sent', 'sent'])
  expect(office.smtp.mails).toEqual([])
})
