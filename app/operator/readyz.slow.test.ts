import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import express from 'express'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { prepareDatabase } from '~/backups/ready-database.server'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { OWN_REFUSAL_PREFIX } from '~/domain/deliveries/queue.server'
import { listRefused, resumeSending, sendRefusedAgain } from '~/domain/deliveries/sending.server'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { findLostUploads } from '~/domain/files/lost-uploads.server'
import { listenEarly } from '~/http/limits/listen-early.server'
import { queueRequests, RefusedRequests } from '~/http/limits/requests-in-turn'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { damageTable } from '~/test/damage'
import { addSampleFile } from '~/test/records'
import { setUpTemporaryFolder } from '~/test/restored'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { serve } from '~/test/serving'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { findReasons, handleReadyz, whileStarting } from './readiness.server'
import { startWatch } from './watch.server'

const HOUR = 3_600_000
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const elsewhere = setUpTemporaryFolder()

/** Serves /readyz, and returns a function that requests it, each time after the cached answer has expired. */
async function serveReadyz(changes: Partial<Settings> = {}, db: Database = riverbank.db) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { url, close } = await serve(
    handleReadyz({
      ...riverbank.context,
      db,
      settings: { ...riverbank.settings, smtpUrl: 'smtp://127.0.0.1:9', ...changes },
    }),
  )
  onTestFinished(close)
  return async (headers: Record<string, string> = {}) => {
    now += 2000
    const answer = await fetch(`${url}/readyz`, { headers })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    return { status: answer.status, text: await answer.text() }
  }
}
const words = (text: string) => expect.stringContaining(text)
type Ask = Awaited<ReturnType<typeof serveReadyz>>
const reasons = async (ask: Ask) => {
  const { status, text } = await ask()
  const { ready, reasons } = JSON.parse(text) as { ready: boolean; reasons: { reason: string; words: string }[] }
  expect({ status, ready }).toEqual(reasons.length > 0 ? { status: 503, ready: false } : { status: 200, ready: true })
  return reasons
}

test('no problems, as JSON and as plain text', async () => {
  const ask = await serveReadyz()
  expect(await ask()).toEqual({ status: 200, text: '{"ready":true,"reasons":[]}' })
  expect(await ask({ Accept: 'text/html,*/*;q=0.8' })).toEqual({ status: 200, text: 'All is well.\n' })
})

test('a disk with less than 500 MB free', async () => {
  const disk = join(elsewhere.path, 'disk')
  execFileSync('mkdir', [disk])
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', disk]).status === 0
  try {
    // Without the right to mount a small disk, one without any space.
    const ask = await serveReadyz({ dataDir: isMounted ? disk : '/proc' })
    const [found, ...more] = await reasons(ask)
    expect(found).toMatchObject({ reason: 'disk', words: expect.stringMatching(/^Only \d+ MB are free/) })
    expect(more).toEqual([])
    expect((await ask({ Accept: 'text/plain' })).text).toMatch(/^disk: Only \d+ MB are free .*\n$/)
  } finally {
    if (isMounted) execFileSync('umount', [disk])
  }
})

test('a mail that has been overdue for more than an hour', async () => {
  const ask = await serveReadyz()
  const dueAt = (ago: number) => new Date(Date.now() - ago).toISOString()
  await queueMail(riverbank.db, { kind: 'test', email: 'a@x.example', dueAt: dueAt(-HOUR) })
  await queueMail(riverbank.db, { kind: 'test', email: 'b@x.example', dueAt: dueAt(0.9 * HOUR) })
  expect(await reasons(ask)).toEqual([])
  await queueMail(riverbank.db, { kind: 'newsletter', email: 'c@x.example', dueAt: dueAt(3.5 * HOUR) })
  expect(await reasons(ask)).toMatchObject([{ reason: 'mail', words: words('overdue for 3 hours') }])
  await riverbank.db.updateTable('deliveries').set({ state: 'sent' }).execute()
  expect(await reasons(ask)).toEqual([])
})

test('missing mail settings, once a mail waits, but not in the demonstration', async () => {
  const ask = await serveReadyz({ smtpUrl: undefined })
  expect(await reasons(ask)).toEqual([])
  await queueMail(riverbank.db, { kind: 'test', email: 'a@x.example' })
  expect(await reasons(ask)).toMatchObject([{ reason: 'mail', words: words('Mail is not set up; 1 email waits.') }])
  await queueMail(riverbank.db, { kind: 'newsletter', email: 'b@x.example' })
  expect(await reasons(ask)).toMatchObject([{ reason: 'mail', words: words('Mail is not set up; 2 emails wait.') }])
  expect(await reasons(await serveReadyz({ smtpUrl: undefined, demo: { password: undefined } }))).toEqual([])
  expect(await reasons(await serveReadyz())).toEqual([])
})

test('a mail server that refuses our mail, at once and without its text; other failures after an hour', async () => {
  const ask = await serveReadyz()
  riverbank.mailStatus.reportTrouble({ reason: '554-5.7.1 … is blocked at mail.example', isRefusal: true })
  const [found] = await reasons(ask)
  expect(found).toMatchObject({ reason: 'mail', words: words('refuses all our email (554 5.7.1)') })
  expect(found?.words).not.toContain('mail.example')
  riverbank.mailStatus.reportTrouble(null)
  riverbank.mailStatus.reportTrouble({ reason: 'connect ECONNREFUSED', isRefusal: false })
  expect(await reasons(ask)).toEqual([])
  const now = performance.now()
  vi.mocked(performance.now).mockImplementation(() => now + 1.1 * HOUR)
  const [later] = await findReasons({
    ...riverbank.context,
    settings: { ...riverbank.settings, smtpUrl: 'smtp://127.0.0.1:9' },
  })
  expect(later).toMatchObject({ reason: 'mail', words: words('has been failing for 66 minutes') })
})

test('mails that failed because the server refused us, until they are sent again, but no other failures', async () => {
  const ask = await serveReadyz()
  const { db, people } = riverbank
  const enquiry = { name: 'M', email: 'm@x.example', phone: null, subject: 'visit', message: 'May we come?' } as const
  const office = { isSpam: false, officeEmail: 'office@x.example' }
  const settledAt = new Date().toISOString()
  const failing = (reason: string) => db.updateTable('deliveries').set({ state: 'failed', reason, settledAt })
  await addEnquiry(db, enquiry, office)
  for (const own of [
    '550 5.1.1 No such user',
    `${OWN_REFUSAL_PREFIX}554 5.7.1 Blocked`,
    '451 4.7.1 Not now',
    'It was deleted.',
  ]) {
    await failing(own).execute()
    expect(await reasons(ask)).toEqual([])
  }
  for (const ours of [
    '554 5.7.1 Relay access denied',
    '550-5.7.26 DMARC',
    '550 5.1.8 Bad sender',
    '530 Log in first',
  ]) {
    await failing(ours).execute()
    expect(await reasons(ask)).toMatchObject([{ reason: 'mail', words: words('1 email failed') }])
  }
  await db.updateTable('enquiries').set({ answeredAt: settledAt }).execute()
  expect(await reasons(ask)).toEqual([])
  expect(await sendRefusedAgain(db, people.aoife)).toBe(0)
  await db.updateTable('enquiries').set({ answeredAt: null }).execute()
  expect(await listRefused(db, aoife)).toEqual([{ kind: 'enquiry', title: null, number: 1 }])
  expect(await sendRefusedAgain(db, people.aoife)).toBe(1)
  expect(await sendRefusedAgain(db, people.aoife)).toBe(0)
  expect(await reasons(ask)).toEqual([])
  const logged = db.selectFrom('activity').select(['action', 'noun', 'title']).where('noun', '=', 'sending')
  expect(await logged.execute()).toEqual([{ action: 'sent again', noun: 'sending', title: '1 email' }])
  await db.updateTable('deliveries').set({ attempts: 1, reason: '550 5.1.1 No such user' }).execute()
  expect(await reasons(ask)).toMatchObject([{ words: words('1 enquiry can’t be emailed to the office') }])
})

test('sending paused by a restore', async () => {
  const ask = await serveReadyz()
  const pausedAt = new Date().toISOString()
  await riverbank.db.insertInto('portalSettings').values({ name: 'sendingPaused', value: pausedAt }).execute()
  expect(await reasons(ask)).toMatchObject([{ reason: 'paused' }])
  await resumeSending(riverbank.db, aoife)
  expect(await reasons(ask)).toEqual([])
})

test('requests refused because of too many at once, for a quarter of an hour', async () => {
  const ask = await serveReadyz()
  const later = performance.now()
  // An hour ago, so that later tests are not affected.
  vi.mocked(performance.now).mockImplementation(() => later - HOUR)
  const refused = new RefusedRequests()
  const full = await serve(express().use(queueRequests({ maxWaiting: 0, refused })))
  onTestFinished(full.close)
  expect((await fetch(full.url)).status).toBe(503)
  const [found, ...more] = await findReasons({
    ...riverbank.context,
    refusedRequests: refused,
    settings: { ...riverbank.settings, smtpUrl: 'smtp://x' },
  })
  expect(found).toMatchObject({ reason: 'memory', words: words('1 request was refused') })
  expect(more).toEqual([])
  vi.mocked(performance.now).mockImplementation(() => later)
  expect(await reasons(ask)).toEqual([])
})

test('no backup for three hours with hourly backups, unless nothing has changed', async () => {
  const ask = await serveReadyz()
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
  const note = (currentAt: number, wholeAt: number) =>
    Object.assign(riverbank.context.backupStatus, {
      last: {
        ...{ at: ago(5), currentAt: ago(currentAt), wholeAt: ago(wholeAt), isDaily: true, isHourly: true },
        ...{ ok: true, reason: null, folder: null, ahead: null },
      },
    })
  note(5, 10)
  expect(await reasons(ask)).toMatchObject([
    { reason: 'backup', words: words('The last backup is 5 hours old, although one is made every hour.') },
  ])
  note(0, 10)
  expect(await reasons(ask)).toEqual([])
  note(0, 27)
  expect(await reasons(ask)).toMatchObject([
    { words: words('The last daily backup is 27 hours old (limit: 26 hours). The last hourly one is 5 hours old.') },
  ])
})

test('a database that can’t be read', async () => {
  const ask = await serveReadyz()
  await sql`alter table portalSettings rename to away`.execute(riverbank.db)
  expect(await reasons(ask)).toMatchObject([{ reason: 'database' }])
  await sql`alter table away rename to portalSettings`.execute(riverbank.db)
  expect(await reasons(ask)).toEqual([])
})

test('damage found by any query, until a check of the whole database finds none', async () => {
  const path = join(elsewhere.path, 'riverbank.sqlite')
  await sql`vacuum into ${path}`.execute(riverbank.db)
  damageTable(path, 'resources')
  const db = openDatabase(path)
  const ask = await serveReadyz({}, db)
  expect(await reasons(ask)).toEqual([])
  const reported = vi.spyOn(log, 'error')
  for (let time = 0; time < 2; time++)
    await expect(db.selectFrom('resources').selectAll().execute()).rejects.toThrow('malformed')
  expect(reported).toHaveBeenCalledTimes(1)
  expect(await reasons(ask)).toMatchObject([
    { reason: 'database', words: words('damaged, or its disk is failing. Run the doctor') },
  ])
  expect((await reasons(ask))[0]?.words).toContain('SQLITE_CORRUPT')
  await db.destroy()
})

test('lost uploads', async () => {
  const { db, uploads } = riverbank
  const ask = await serveReadyz()
  await addSampleFile(riverbank, { title: 'Plan' })
  expect(await reasons(ask)).toEqual([])
  rmSync(uploads, { recursive: true })
  mkdirSync(uploads)
  // The check at a start.
  const watch = startWatch({ ...riverbank.context, settings: riverbank.settings, origin: 'http://riverbank.test' })
  await vi.waitFor(async () => expect(await reasons(ask)).toMatchObject([{ reason: 'uploads' }]), 40_000)
  await watch.stop()
  await findLostUploads(db, uploads)
  expect(await reasons(ask)).toMatchObject([{ words: words('Files expected in it: 1.') }])
})

test('a starting server reports a running migration, and is alive', async () => {
  const dataDir = join(elsewhere.path, 'old')
  const old = openDatabase(join(dataDir, 'riverbank.sqlite'))
  await migrate(old, '014-what-was-read-whole')
  await old.destroy()
  const startup = { isMigrating: false }
  const held = await listenEarly({ port: 0, host: '127.0.0.1' }, whileStarting(startup))
  onTestFinished(() => void held.server.close())
  const url = `http://127.0.0.1:${(held.server.address() as AddressInfo).port}`
  const ask = async () => {
    const answer = await fetch(`${url}/readyz?now`)
    return { status: answer.status, reason: (await answer.json()).reasons[0]?.reason }
  }
  expect(await ask()).toEqual({ status: 503, reason: 'start' })
  let isOver = false
  const backups = { isHourly: false, at: null, folder: join(dataDir, 'backups') }
  const { clockWatch } = riverbank.context
  const opened = prepareDatabase({ dataDir, backups }, { clockWatch, startup }).finally(() => {
    isOver = true
  })
  const said = new Set<string>()
  while (!isOver && !said.has('migration')) {
    const { status, reason } = await ask()
    expect(status).toBe(503)
    said.add(reason)
    await setTimeout(1)
  }
  expect(said).toContain('migration')
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true, starting: true })
  const page = fetch(`${url}/about`)
  const db = await opened
  expect(await ask()).toEqual({ status: 503, reason: 'start' })
  held.serve(handleReadyz({ ...riverbank.context, db, settings: riverbank.settings }))
  expect(await (await page).json()).toEqual({ ready: true, reasons: [] })
  await db.destroy()
})
