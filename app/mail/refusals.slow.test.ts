import { expect, test } from 'vitest'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { withoutAddresses } from '~/domain/deliveries/outcome'
import { OWN_REFUSAL_PREFIX, RETRY_PAUSES } from '~/domain/deliveries/queue.server'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { createAddresses, setUpMailTests, waitUntil } from '~/test/mail-setup'
import type { Stage } from '~/test/smtp'

const office = setUpMailTests()
const { start, stop, refuse, withRate, listDeliveries, listStates, waitUntilSettled, sendNewsletter } = office
const officeEmail = 'office@centre.example'
const fast = () => ({ ...withRate(60_000), officeEmail })
/** A back-off that outlasts every test. */
const forGood = { trouble: [3_600_000] }
const enquire = () =>
  addEnquiry(
    office.riverbank.db,
    { name: 'Maeve', email: 'maeve@y.example', phone: null, subject: 'visit', message: 'May we come?' },
    { isSpam: false, officeEmail },
  )
const everyTurn = (state: string) => async () => (await listStates()).every((one) => one === state)
const bounced = () =>
  office.riverbank.db.selectFrom('subscribers').select('email').where('bouncedAt', 'is not', null).execute()
async function endRetryDelays() {
  const now = new Date().toISOString()
  const waiting = (await listDeliveries()).filter(({ state }) => state === 'pending' || state === 'sending')
  if (waiting.some(({ state, dueAt }) => state === 'sending' || dueAt <= now)) return
  await office.riverbank.db.updateTable('deliveries').set({ dueAt: now }).where('state', '=', 'pending').execute()
}
/** Waits for all mail, and ends every retry delay. Calls `onCheck` at each check. */
async function waitForAllMail(onCheck: () => unknown = endRetryDelays) {
  const going = setInterval(onCheck, 50)
  await waitUntilSettled().finally(() => clearInterval(going))
}
const arrived = () => office.smtp.mails.map(({ to }) => to).sort()

test.each<[Stage, `5${string}`]>([
  ['RCPT', '554 5.7.1 Relay access denied'],
  ['RCPT', '550 5.1.1 No such user'],
  ['dot', '550 Rejected'],
  ['greeting', '554 5.7.1 Go away'],
])(
  'a server that answers every %s with ‘%s’: all mail waits, tutors see it, and it is sent later',
  async (at, says) => {
    await sendNewsletter(...createAddresses(7))
    await enquire()
    refuse(at, says)
    start(fast())
    await waitUntil(() => office.getTrouble()?.isRefusal === true && office.smtp.connections > 12)
    expect(office.getTrouble()?.reason).toContain(says.slice(4))
    await waitUntil(everyTurn('pending'))
    expect(await bounced()).toEqual([])
    office.smtp.interfere = () => undefined
    // Mails that wait for a retry don't count: the enquiry's first one, and refused ones.
    await waitForAllMail()
    expect(await listStates()).toEqual(Array(8).fill('sent'))
    expect(arrived()).toEqual([officeEmail, ...createAddresses(7)])
    expect(office.getTrouble()).toBeNull()
  },
)

test('a single mail refused because of us is reported at once, and still waits after a restart', async () => {
  await enquire()
  refuse('RCPT', '554 5.7.1 Your account has lapsed')
  start(fast(), forGood)
  await waitUntil(() => office.getTrouble()?.isRefusal === true)
  await stop()
  expect(await listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }])
  office.smtp.interfere = () => undefined
  start(fast())
  await waitUntilSettled()
  expect(await listStates()).toEqual(['sent'])
})

test('one recipient refused among accepted ones delays no other mail, is retried like a temporary refusal, and fails', async () => {
  await sendNewsletter(...createAddresses(12))
  let tries = 0
  office.smtp.interfere = (stage, recipient) => {
    if (stage !== 'RCPT' || recipient !== 'reader4@x.example') return undefined
    tries++
    return '554 5.7.1 We want none of your mail'
  }
  start(fast(), forGood)
  await waitUntil(async () => (await listStates()).filter((state) => state === 'sent').length === 11)
  await waitUntil(async () => (await listDeliveries())[3]?.attempts === 1)
  expect((await listDeliveries())[3]).toMatchObject({ state: 'pending', reason: '554 5.7.1 We want none of your mail' })
  expect(tries).toBe(1)
  await stop()
  start(fast())
  for (let attempts = 2; attempts <= RETRY_PAUSES.length + 1; attempts++) {
    await endRetryDelays()
    // A single refusal could be about us.
    await waitUntil(() => office.getTrouble() !== null)
    await queueMail(office.riverbank.db, { kind: 'welcome', email: 'reader1@x.example', subscriberId: 1 })
    await waitUntil(async () => (await listDeliveries())[3]?.attempts === attempts)
  }
  expect((await listDeliveries())[3]).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining(`${OWN_REFUSAL_PREFIX}554`),
  })
})

test('a server that refuses one domain does not delay the others', async () => {
  await sendNewsletter(...createAddresses(10, 'closed.example'), ...createAddresses(10))
  office.smtp.interfere = (stage, recipient) =>
    stage === 'RCPT' && recipient.endsWith('@closed.example') ? '554 5.7.1 Blocked' : undefined
  start(fast())
  await waitUntil(async () => (await listStates()).slice(10).every((state) => state === 'sent'))
  expect(arrived()).toEqual(createAddresses(10).sort())
  // If only these are left, tutors see a warning, but the next mail to another domain still leaves.
  await waitUntil(async () => {
    if (!office.getTrouble()) await endRetryDelays()
    return office.getTrouble() !== null
  })
  await enquire()
  await waitUntil(() => office.smtp.mails.length === 11)
  await stop()
  expect((await listStates()).slice(0, 10)).toEqual(Array(10).fill('pending'))
})

test('dead addresses among many fail at once, even twenty in a row, and no others fail', async () => {
  const all = createAddresses(80)
  const dead = new Set([...all.slice(30, 50), ...all.filter((_, index) => index % 29 === 7)])
  await sendNewsletter(...all)
  const tries = new Map<string, number>()
  office.smtp.interfere = (stage, recipient) => {
    if (stage !== 'RCPT') return undefined
    tries.set(recipient, (tries.get(recipient) ?? 0) + 1)
    return dead.has(recipient) ? '550 5.1.1 No such user' : undefined
  }
  start(fast())
  // If only dead ones are left, it could be all mail, until another one is sent.
  await waitForAllMail(() => (office.getTrouble() ? enquire() : endRetryDelays()))
  const failed = (await listDeliveries()).filter(({ state }) => state === 'failed').map(({ email }) => email)
  expect(failed.sort()).toEqual([...dead].sort())
  expect(arrived().filter((email) => email !== officeEmail)).toEqual(all.filter((email) => !dead.has(email)).sort())
  expect((await bounced()).map(({ email }) => email).sort()).toEqual([...dead].sort())
  // A probe may try one of them twice.
  expect([...tries.values()].filter((number) => number > 1).length).toBeLessThan(dead.size)
})

test('an enquiry is never given up because of a refusal', async () => {
  await enquire()
  await sendNewsletter('a@x.example')
  refuse('RCPT', '550 5.1.1 No such user', officeEmail)
  start(fast())
  for (let attempts = 1; attempts <= RETRY_PAUSES.length + 3; attempts++) {
    await waitUntil(async () => {
      await endRetryDelays()
      return ((await listDeliveries())[0]?.attempts ?? 0) >= attempts
    })
  }
  expect(await listStates()).toEqual(['pending', 'sent'])
})

test('no email address in a server’s reply is stored', async () => {
  expect(withoutAddresses('550 5.1.1 <Máire.ní@x.example>: "odd name"@x.example and a=40b.example are unknown')).toBe(
    '550 5.1.1 … … and … are unknown',
  )
  const long = `${'word '.repeat(99)}somebody.with.a.long.name@x.example`
  expect(withoutAddresses(long)).not.toContain('somebody')
  await sendNewsletter('gone@x.example', 'b@x.example')
  office.smtp.interfere = (stage, recipient) =>
    stage === 'RCPT' && recipient.startsWith('gone') ? `550 5.1.1 <${recipient}>: ${long}` : undefined
  start(fast())
  await waitUntilSettled()
  expect((await listDeliveries())[0]?.reason).toMatch(/^550 5\.1\.1 … word/)
  expect((await listDeliveries())[0]?.reason).not.toContain('some')
  expect((await office.riverbank.db.selectFrom('subscribers').selectAll().execute())[0]?.bounceReason).toMatch(/^550/)
})
