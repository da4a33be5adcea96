import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import type { DeliveryOutcome } from '~/domain/deliveries/outcome'
import { storeOutcome } from '~/domain/deliveries/queue.server'
import { shareRiverbank } from '~/test/riverbank'
import { type Interference, type Stage, startSmtp } from '~/test/smtp'
import { subscribe } from '~/test/subscribers'
import type { Row } from '~db/schema'
import { createSmtpTransport } from './smtp.server'

const riverbank = shareRiverbank()

const patience = { session: 20_000, reply: 20_000, mail: 60_000, keep: 1000 }
/** Timeouts that end a stall at `stage` but nothing before it, even on a slow machine. */
const stalling = (stage: Stage) =>
  ['greeting', 'EHLO', 'AUTH'].includes(stage) ? { ...patience, session: 1000 } : { ...patience, reply: 2000 }
let number = 0
const message = { id: 1, envelope: { from: 'a@x.example', to: 'b@x.example' }, raw: Buffer.from('Subject: x\r\n\r\nx') }

async function addMailInFlight() {
  const { db } = riverbank
  const { id: subscriberId, email } = await subscribe(db, `reader${++number}`)
  await queueMail(db, { kind: 'welcome', subscriberId, email })
  const mail = db.updateTable('deliveries').set({ state: 'sending' }).where('subscriberId', '=', subscriberId)
  return mail.returningAll().executeTakeFirstOrThrow()
}

/**
 * Sends one mail while the test server does `interference` at `stage`. Returns the outcome, the delivery's row, whether the address counts
 * as refused, and how many mails the server accepted.
 */
async function sendThrough(stage: Stage, interference: Interference) {
  const { db } = riverbank
  const smtp = await startSmtp()
  smtp.interfere = (at) => (at === stage ? interference : undefined)
  const url = smtp.url.replace('://', '://office:secret@')
  const transport = createSmtpTransport(url, { timeouts: interference === 'stall' ? stalling(stage) : patience })
  const delivery = await addMailInFlight()
  const { id, email } = delivery
  const raw = Buffer.from(`Subject: test\r\n\r\n${'words and words\r\n'.repeat(400)}`)
  const outcome = await transport.send({ id, envelope: { from: 'office@x.example', to: email }, raw })
  await db.transaction().execute((change) => storeOutcome(change, delivery, outcome, Date.now()))
  transport.close()
  await smtp.stop()
  const row = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const subscriber = db.selectFrom('subscribers').select('bouncedAt').where('id', '=', delivery.subscriberId)
  const { bouncedAt } = await subscriber.executeTakeFirstOrThrow()
  return { outcome: outcome.is, row, bounced: bouncedAt !== null, taken: smtp.mails.length }
}

const fornow = '451 4.3.0 Not now'
const forgood = '550 5.7.1 Never'
const closing = '421 4.3.2 Closing'
type Case = [
  Stage,
  Interference,
  DeliveryOutcome['is'],
  Row<'deliveries'>['state'],
  attempts: number,
  bounced?: boolean,
  taken?: number,
]
const table: Case[] = [
  // The server is unusable, which is no refusal of a mail.
  ['greeting', forgood, 'unreachable', 'pending', 0],
  ['greeting', 'stall', 'unreachable', 'pending', 0],
  ['greeting', 'die', 'unreachable', 'pending', 0],
  ['AUTH', '535 5.7.8 Wrong password', 'unreachable', 'pending', 0],
  ['MAIL', fornow, 'unreachable', 'pending', 0],
  ['MAIL', forgood, 'unreachable', 'pending', 0],
  // About this mail: its size.
  ['MAIL', '552 5.3.4 Too large', 'refused', 'failed', 1],
  ['MAIL', closing, 'interrupted', 'pending', 1],
  ['MAIL', 'die', 'interrupted', 'pending', 1],
  // About this recipient.
  ['RCPT', '450 4.2.1 Greylisted', 'refused', 'pending', 1],
  ['RCPT', '550 5.1.1 No such user', 'refused', 'failed', 1, true],
  ['RCPT', '550 No', 'refused', 'failed', 1, true],
  ['RCPT', '554 5.7.1 Relay access denied', 'refused', 'pending', 1],
  ['RCPT', '550-5.7.1 We know you\r\n550 5.7.1 and want nothing', 'refused', 'pending', 1],
  ['RCPT', '530 Authentication required', 'refused', 'pending', 1],
  ['RCPT', '550 5.2.2 Full', 'refused', 'failed', 1, true],
  ['RCPT', 'die', 'interrupted', 'pending', 1],
  ['DATA', forgood, 'refused', 'pending', 1],
  ['DATA', 'stall', 'interrupted', 'pending', 1],
  ['DATA', 'die', 'interrupted', 'pending', 1],
  // From here on, only a clear reply proves that the mail was not accepted.
  ['body', forgood, 'refused', 'pending', 1],
  ['body', 'stall', 'uncertain', 'uncertain', 1],
  ['body', 'die', 'uncertain', 'uncertain', 1],
  ['dot', fornow, 'refused', 'pending', 1],
  ['dot', forgood, 'refused', 'pending', 1],
  ['dot', '550 5.1.1 No such user', 'refused', 'failed', 1, true],
  ['dot', '550 5.1.8 Bad sender', 'refused', 'pending', 1],
  ['dot', closing, 'interrupted', 'pending', 1],
  ['dot', 'stall', 'uncertain', 'uncertain', 1, false, 1],
  ['dot', 'die', 'uncertain', 'uncertain', 1, false, 1],
]

describe.concurrent('the outcome of a mail', () => {
  for (const [stage, interference, outcome, state, attempts, bounced = false, taken = 0] of table)
    it(`when the server answers ${stage} with “${interference}”: ${outcome}, ${state}`, async ({ expect }) => {
      const result = await sendThrough(stage, interference)
      expect({ ...result, row: { state: result.row.state, attempts: result.row.attempts } }).toEqual({
        outcome,
        row: { state, attempts },
        bounced,
        taken,
      })
      expect(result.row.reason).toMatch(/\w/)
    })
})

it('a server without EHLO is greeted with HELO', async () => {
  const { outcome, taken } = await sendThrough('EHLO', '500 5.5.1 What?')
  expect({ outcome, taken }).toEqual({ outcome: 'sent', taken: 1 })
})

it('an unknown host is server trouble, not a refusal', async () => {
  const smtp = await startSmtp()
  await smtp.stop()
  expect(await createSmtpTransport(smtp.url, { timeouts: patience }).send(message)).toMatchObject({ is: 'unreachable' })
  expect(await createSmtpTransport('smtp://nobody.invalid', { timeouts: patience }).send(message)).toMatchObject({
    is: 'unreachable',
  })
})

it('a server that stalls before it can take mail is server trouble, long before the reply timeout', async () => {
  const smtp = await startSmtp()
  const transport = createSmtpTransport(smtp.url, { timeouts: { ...patience, session: 200, reply: 3_600_000 } })
  smtp.interfere = (stage) => (stage === 'EHLO' ? 'stall' : undefined)
  expect(await transport.checkConnection()).toMatchObject({ is: 'unreachable', refusesUs: false })
  expect(await transport.send(message)).toMatchObject({ is: 'unreachable' })
  smtp.interfere = () => undefined
  await smtp.stop()
})

it('mails share a connection, which is opened again if the server ended it', async () => {
  const smtp = await startSmtp()
  const transport = createSmtpTransport(smtp.url, { timeouts: patience })
  expect(await transport.send(message)).toEqual({ is: 'sent' })
  expect(await transport.send(message)).toEqual({ is: 'sent' })
  expect(smtp.connections).toBe(1)
  let ended = false
  smtp.interfere = (stage) => {
    if (stage !== 'MAIL' || ended) return undefined
    ended = true
    return 'die'
  }
  expect(await transport.send(message)).toEqual({ is: 'sent' })
  expect([smtp.connections, smtp.mails.length]).toEqual([2, 3])
  transport.close()
  await smtp.stop()
})

it('a connection is encrypted if the server offers it, and only with a trusted certificate', async () => {
  const secure: boolean[] = []
  const server = new SMTPServer({
    onAuth: ({ username, password }, session, done) => {
      secure.push(session.secure)
      done(username === 'the office' && password === 'p@ss' ? null : new Error('who?'), { user: username })
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://the%20office:p%40ss@127.0.0.1:${port}`
  expect(await createSmtpTransport(url, { timeouts: patience }).send(message)).toMatchObject({
    is: 'unreachable',
    reason: expect.stringMatching(/certificate/),
  })
  const trusting = createSmtpTransport(`${url}?tls.rejectUnauthorized=false`, { timeouts: patience })
  expect(await trusting.send(message)).toEqual({ is: 'sent' })
  expect(secure).toEqual([true])
  trusting.close()
  await new Promise<void>((closed) => server.close(closed))
})

it('introduces itself by the public host name, and sends QUIT after a refusal', async () => {
  const said: string[] = []
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (lines) => {
      said.push(...String(lines).trimEnd().split('\r\n'))
      socket.write(/RCPT/.test(String(lines)) ? '550 5.1.1 Nobody here\r\n' : '250 Well\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, { timeouts: patience, name: 'riverbank.example' })
  expect(await transport.send(message)).toMatchObject({ is: 'refused', isUnknownRecipient: true })
  // The connection stays open for other mails for a while.
  await expect.poll(() => said.at(-1), { timeout: 20_000 }).toBe('QUIT')
  expect(said[0]).toBe('EHLO riverbank.example')
  transport.close()
  await new Promise((resolve) => server.close(resolve))
})
