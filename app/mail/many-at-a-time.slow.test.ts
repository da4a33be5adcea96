import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { createAddresses, setUpMailTests, waitUntil } from '~/test/mail-setup'

const office = setUpMailTests()
const { start, stop, withRate, listDeliveries, listStates, waitUntilSettled, subscribe, sendNewsletter } = office
const fast = () => withRate(60_000)

/** Counts the mails that the server takes at a time, and refuses more than `limit`. */
function countMails(limit = Number.POSITIVE_INFINITY) {
  const seen = { now: 0, max: 0, refused: 0 }
  const arrived = new Set<string>()
  office.smtp.interfere = (stage, recipient) => {
    if (stage === 'MAIL' && seen.now === limit) {
      seen.refused++
      return '432 4.3.2 Concurrent connections limit exceeded'
    }
    if (stage === 'MAIL') seen.max = Math.max(seen.max, ++seen.now)
    // The final dot is reported before the server accepts the mail, and again afterwards.
    if (stage === 'dot' && arrived.delete(recipient)) seen.now--
    else if (stage === 'dot') arrived.add(recipient)
    return undefined
  }
  return seen
}

it('a newsletter goes out over several connections, to each reader once', async () => {
  await sendNewsletter(...createAddresses(60))
  const seen = countMails()
  start(fast())
  await waitUntilSettled()
  expect(new Set(await listStates())).toEqual(new Set(['sent']))
  expect(office.smtp.mails.map(({ to }) => to).sort()).toEqual(createAddresses(60).sort())
  expect(seen.max).toBeGreaterThan(2)
  // Eight are enough, but on a busy machine idle ones are closed and opened again.
  expect(office.smtp.connections).toBeLessThan(30)
})

it('every mail is marked on disk before the server learns its recipient', async () => {
  await sendNewsletter(...createAddresses(40))
  const disk = new SQLite(join(office.riverbank.settings.dataDir, 'riverbank.sqlite'), { readonly: true })
  const stateOf = disk.prepare('select state from deliveries where email = ?').pluck()
  const marks: unknown[] = []
  office.smtp.interfere = (stage, recipient) => {
    if (stage === 'RCPT') marks.push(stateOf.get(recipient))
    return undefined
  }
  start(fast())
  await waitUntilSettled()
  disk.close()
  expect(marks).toEqual(Array(40).fill('sending'))
})

it('other mail does not wait behind a newsletter', async () => {
  await sendNewsletter(...createAddresses(20))
  const held = new Set<string>()
  office.smtp.interfere = (stage, recipient) => {
    // Let the first ones through, so that the others follow at once.
    if (stage !== 'dot' || !recipient.startsWith('reader') || office.smtp.mails.length < 10) return undefined
    held.add(recipient)
    return 'stall'
  }
  start(fast(), { stopTimeout: 50 })
  await waitUntil(() => held.size === 8)
  const { id } = await subscribe('new@x.example')
  await queueMail(office.riverbank.db, { kind: 'welcome', email: 'new@x.example', subscriberId: id })
  await waitUntil(() => office.smtp.mails.some(({ to }) => to === 'new@x.example'))
})

it('a server that takes only two connections is no trouble', async () => {
  await sendNewsletter(...createAddresses(30))
  const { id } = await subscribe('new@x.example')
  let open = 0
  office.smtp.interfere = (stage) => (stage === 'greeting' && ++open > 2 ? '421 4.7.0 Too many connections' : undefined)
  // A back-off would never end.
  start(fast(), { trouble: [3_600_000] })
  await waitUntil(async () => (await listStates()).includes('sent'))
  await queueMail(office.riverbank.db, { kind: 'welcome', email: 'new@x.example', subscriberId: id })
  await waitUntilSettled()
  expect(office.smtp.mails).toHaveLength(31)
  expect(open).toBeGreaterThan(2)
})

it('a server that takes only two mails at a time soon gets only two', async () => {
  await sendNewsletter(...createAddresses(60))
  const seen = countMails(2)
  start(fast())
  await waitUntilSettled()
  expect(new Set(await listStates())).toEqual(new Set(['sent']))
  expect(seen.refused).toBeGreaterThan(0)
  expect(seen.refused).toBeLessThan(15)
})

it('if the server dies, only mails in flight are uncertain, and the others wait', async () => {
  await sendNewsletter(...createAddresses(60))
  office.smtp.interfere = (stage) => (stage === 'dot' && office.smtp.mails.length > 20 ? 'die' : undefined)
  start(fast(), { trouble: [3_600_000] })
  await waitUntil(() => office.getTrouble() !== null)
  await stop()
  const all = await listStates()
  const uncertain = all.filter((state) => state === 'uncertain').length
  expect(uncertain).toBeGreaterThan(0)
  expect(uncertain).toBeLessThanOrEqual(8)
  expect(all.filter((state) => state === 'sent').length + uncertain).toBe(office.smtp.mails.length)
  expect(all.filter((state) => !['sent', 'uncertain', 'pending'].includes(state))).toEqual([])
})

it('outcomes are not lost while the database can’t be written', async () => {
  await sendNewsletter(...createAddresses(3))
  const { db } = office.riverbank
  await sql`create trigger full before update of state on deliveries when new.state = 'sent'
    begin select raise(abort, 'the disk is full'); end`.execute(db)
  start(fast())
  await waitUntil(() => office.smtp.mails.length === 1)
  await sql`drop trigger full`.execute(db)
  await waitUntilSettled()
  expect((await listDeliveries()).map(({ state, attempts }) => [state, attempts])).toEqual(Array(3).fill(['sent', 1]))
  expect(office.smtp.mails).toHaveLength(3)
})
