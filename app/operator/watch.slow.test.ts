import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '~/log.server'
import { createSmtpTransport } from '~/mail/smtp.server'
import { damageTable } from '~/test/damage'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { type SmtpTestServer, startSmtp } from '~/test/smtp'
import { openDatabase } from '~db/open'
import { createWatch } from './watch.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const begin = Date.parse('2026-11-22T10:00:00.000Z')
const timeouts = { session: 5000, reply: 5000, mail: 5000, keep: 100 }

const riverbank = setUpFreshRiverbank()
let smtp: SmtpTestServer
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(async () => {
  await smtp.stop()
})

function startWatching() {
  const settings = { ...riverbank.settings, operatorEmail: 'operator@centre.example', smtpUrl: smtp.url }
  const { db, context } = riverbank
  return createWatch(
    { ...context, db, settings, origin: 'https://riverbank.example' },
    createSmtpTransport(smtp.url, { timeouts }),
  )
}
const pause = () =>
  riverbank.db.insertInto('portalSettings').values({ name: 'sendingPaused', value: '2026-11-22' }).execute()
const resume = () => riverbank.db.deleteFrom('portalSettings').where('name', '=', 'sendingPaused').execute()

test('a problem that lasts an hour is mailed, once a day, across restarts', async () => {
  await pause()
  let look = startWatching()
  await look(begin)
  await look(begin + 59 * MINUTE)
  expect(smtp.mails).toEqual([])
  // A restart does not begin the hour again.
  look = startWatching()
  await look(begin + 60 * MINUTE)
  expect(smtp.mails.map(({ to }) => to)).toEqual(['operator@centre.example'])
  const { subject, text, html } = await PostalMime.parse(smtp.mails[0]!.raw)
  expect(subject).toBe('Riverbank: something is wrong with the website')
  for (const part of [text, html]) {
    expect(part).toContain('A tutor can turn it back on')
    expect(part).toContain('Since 22 November 2026 at 10:00.')
    expect(part).toContain('https://riverbank.example/readyz')
  }
  for (const after of [61 * MINUTE, 12 * HOUR, 24 * HOUR]) await look(begin + after)
  look = startWatching()
  await look(begin + 24.9 * HOUR)
  expect(smtp.mails).toHaveLength(1)
  await look(begin + 25 * HOUR)
  expect(smtp.mails).toHaveLength(2)
})

test('a problem that was resolved in between has a new hour, and none is mailed after it is over', async () => {
  const look = startWatching()
  await pause()
  await look(begin)
  await resume()
  await look(begin + 50 * MINUTE)
  await pause()
  await look(begin + 55 * MINUTE)
  await look(begin + 100 * MINUTE)
  expect(smtp.mails).toEqual([])
  await look(begin + 115 * MINUTE)
  expect(smtp.mails).toHaveLength(1)
})

test('a failing mail server is tried again later, and the failure is logged', async () => {
  const reported = vi.spyOn(log, 'error')
  let now = 0
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => now)
  smtp.interfere = (stage) => (stage === 'greeting' ? '421 4.3.2 Not now' : undefined)
  await pause()
  const look = startWatching()
  await look(begin)
  await look(begin + HOUR)
  expect(reported).toHaveBeenCalledTimes(1)
  smtp.interfere = () => undefined
  now = 9 * MINUTE
  await look(begin + HOUR + 9 * MINUTE)
  expect(smtp.mails).toEqual([])
  now = 11 * MINUTE
  await look(begin + HOUR + 11 * MINUTE)
  expect(smtp.mails).toHaveLength(1)
  watch.mockRestore()
})

test('the operator is mailed although the database can’t be written', async () => {
  await pause()
  const look = startWatching()
  await sql`create trigger full before insert on portalSettings begin select raise(abort, 'no'); end`.execute(
    riverbank.db,
  )
  await look(begin)
  await look(begin + HOUR)
  await look(begin + 2 * HOUR)
  expect(smtp.mails).toHaveLength(1)
})

test('the operator is mailed about a database that can’t be read', async () => {
  await pause()
  // The stored state can't be read either.
  await riverbank.db.insertInto('portalSettings').values({ name: 'troubleSince', value: '{}' }).execute()
  await riverbank.db.destroy()
  const path = join(riverbank.settings.dataDir, 'riverbank.sqlite')
  damageTable(path, 'portalSettings')
  riverbank.db = openDatabase(path)
  const look = startWatching()
  await look(begin)
  await look(begin + HOUR)
  await look(begin + 2 * HOUR)
  await riverbank.db.destroy()
  expect(smtp.mails).toHaveLength(1)
  const { text } = await PostalMime.parse(smtp.mails[0]!.raw)
  expect(text).toContain('The database is damaged, or its disk is failing.')
})

test('a clock that is set back delays no mail for longer than an hour and a day', async () => {
  await pause()
  let look = startWatching()
  await look(begin + 10 * 24 * HOUR)
  look = startWatching()
  await look(begin)
  await look(begin + HOUR)
  expect(smtp.mails).toHaveLength(1)
})
