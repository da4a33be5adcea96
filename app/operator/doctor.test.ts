import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { backupName } from '~/backups/parts'
import { type NameServer, startNameServer } from '~/test/name-server'
import { type RunningRiverbank, startRiverbank } from '~/test/running'
import { type SmtpRig, startSmtp } from '~/test/smtp'
import { examine } from './doctor.server'

vi.setConfig({ testTimeout: 60_000 })

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

let riverbank: RunningRiverbank & { stop: () => Promise<void> }
let other: RunningRiverbank & { stop: () => Promise<void> }
let rig: SmtpRig
let names: NameServer
let well: Record<string, string>
let elsewhere: string
const toStop: (() => unknown)[] = []

beforeAll(async () => {
  execFileSync('scripts/build', { stdio: 'inherit' })
  ;[riverbank, other] = await Promise.all([startRiverbank(), startRiverbank()])
}, 240_000)
afterAll(() => Promise.all([riverbank?.stop(), other?.stop()]))

beforeEach(async () => {
  elsewhere = mkdtempSync(join(tmpdir(), 'riverbank-doctor-'))
  rig = await startSmtp()
  names = await startNameServer({
    'centre.ie': ['some=other', 'v=spf1 include:mail.example -all'],
    '_dmarc.centre.ie': ['v=DMARC1; p=none'],
  })
  well = {
    NODE_ENV: 'production',
    SESSION_SECRET: 'an otter sleeps on the far bank 5f1c',
    DATA_DIR: riverbank.dataDir,
    HOST: '127.0.0.1',
    PORT: new URL(riverbank.url).port,
    PUBLIC_URL: riverbank.url,
    SMTP_URL: rig.url.replace('smtp://', 'smtp://postman:secret@'),
    MAIL_FROM: 'Riverbank <news@centre.ie>',
  }
})
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
  names.stop()
  await rig.stop()
  rmSync(elsewhere, { recursive: true, force: true })
})

const look = (changes: Record<string, string> = {}, to?: string) =>
  examine({ ...well, ...changes }, { dns: names.address, to })
/** What is found wrong: the checks and their words. */
const faults = async (changes: Record<string, string> = {}, to?: string) => {
  const found = (await look(changes, to)).filter(({ state }) => state === 'fault')
  for (const { todo } of found) expect(todo).toBeTruthy()
  return found.map(({ check, says }) => [check, says])
}
const words = (text: string) => expect.stringContaining(text)

/** A data folder like the healthy one's, at rest. */
function copied(name = 'copy'): string {
  const folder = join(elsewhere, name)
  mkdirSync(folder, { recursive: true })
  cpSync(join(riverbank.dataDir, 'uploads'), join(folder, 'uploads'), { recursive: true })
  const sqlite = new SQLite(join(riverbank.dataDir, 'riverbank.sqlite'), { readonly: true })
  sqlite.prepare('vacuum into ?').run(join(folder, 'riverbank.sqlite'))
  sqlite.close()
  return folder
}
function changed(sql: string, ...values: unknown[]): string {
  const folder = copied()
  const sqlite = new SQLite(join(folder, 'riverbank.sqlite'))
  sqlite.prepare(sql).run(...values)
  sqlite.close()
  return folder
}
/** The settings of a folder that nobody serves. */
const at = (DATA_DIR: string) => ({ DATA_DIR, PUBLIC_URL: '' })
/** What is found wrong in such a folder, besides that it has no address. */
const faultsAt = async (folder: string, more: Record<string, string> = {}) =>
  (await faults({ ...at(folder), ...more })).filter(([check]) => check !== 'address')

async function serving(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  toStop.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
async function mailServer(options: ConstructorParameters<typeof SMTPServer>[0], scheme = 'smtp'): Promise<string> {
  const server = new SMTPServer({ disableReverseLookup: true, ...options })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  toStop.push(() => new Promise<void>((closed) => server.close(() => closed())))
  return `${scheme}://postman:secret@127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
/** A small disk; undefined where nobody may mount one. */
function mounted(): string | undefined {
  const disk = join(elsewhere, 'disk')
  mkdirSync(disk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', disk]).status !== 0) return undefined
  toStop.push(() => execFileSync('umount', [disk]))
  return disk
}

test('a healthy server has no complaint, beside it and while it stands still', async () => {
  const found = await look()
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(found.map(({ check }) => check)).toEqual(
    'settings folder disk database uploads backups queue server address proxy clock mail spf dmarc'.split(' '),
  )
  expect(await faultsAt(copied())).toEqual([])
})

test('looking changes nothing, and takes no lock', async () => {
  const folder = copied()
  const before = readdirSync(folder)
  await look(at(folder))
  expect(readdirSync(folder)).toEqual(before)
  expect(riverbank.isAlive()).toBe(true)
})

test('the first look, before anything was started', async () => {
  expect(await faultsAt(join(elsewhere, 'none'))).toEqual([])
})

test('wrong settings, and the others are looked at all the same', async () => {
  const found = await look({ TRUST_PROXY: 'two', PORT: '70000' })
  const wrong = found.filter(({ state }) => state === 'fault').map(({ check, says }) => [check, says])
  expect(wrong).toEqual([
    ['settings', words('PORT must be')],
    ['settings', words('TRUST_PROXY must be')],
  ])
  expect(found).toContainEqual({ check: 'proxy', state: 'note', says: words('TRUST_PROXY is wrong'), todo: undefined })
  expect(found).toContainEqual({ check: 'address', state: 'ok', says: words('leads here') })
})

test('a folder that can only be read', async () => {
  const disk = mounted()
  if (disk) execFileSync('mount', ['-o', 'remount,ro', disk])
  // Where nobody may mount, one in which nobody can make a file.
  const found = await faultsAt(disk ?? '/proc')
  expect(found).toContainEqual(['folder', words("can't be")])
})

test('a disk that is nearly full', async () => {
  const found = await faultsAt(mounted() ?? '/proc')
  expect(found).toContainEqual(['disk', expect.stringMatching(/^Only \d+ MB are free/)])
})

test('a damaged database', async () => {
  const folder = copied()
  const file = openSync(join(folder, 'riverbank.sqlite'), 'r+')
  for (const page of [3, 9, 20]) writeSync(file, Buffer.alloc(2000, 7), 0, 2000, page * 4096)
  expect(await faultsAt(folder)).toContainEqual(['database', words('damaged')])
})

test('a file that is no database', async () => {
  const folder = copied()
  writeFileSync(join(folder, 'riverbank.sqlite'), 'no database '.repeat(1000))
  expect(await faultsAt(folder)).toContainEqual(['database', words('damaged')])
})

test('the database of a newer version', async () => {
  const folder = changed(
    "insert into kysely_migration (name, timestamp) values ('999-tomorrow', ?)",
    ago(1).toISOString(),
  )
  expect(await faultsAt(folder)).toEqual([['database', words('999-tomorrow')]])
})

test('an upload that is lost', async () => {
  const folder = copied()
  const [first = ''] = readdirSync(join(folder, 'uploads'))
  unlinkSync(join(folder, 'uploads', first))
  expect(await faultsAt(folder)).toEqual([['uploads', words(first)]])
})

test('a backup of the day before yesterday', async () => {
  const BACKUP_DIR = join(elsewhere, 'backups')
  mkdirSync(BACKUP_DIR)
  writeFileSync(join(BACKUP_DIR, backupName(ago(49))), '')
  expect(await faults({ BACKUP_DIR })).toEqual([['backups', words('49 hours old')]])
  writeFileSync(join(BACKUP_DIR, backupName(ago(25))), '')
  expect(await faults({ BACKUP_DIR })).toEqual([])
})

test('no backup since the set-up', async () => {
  const folder = changed('update kysely_migration set timestamp = ?', ago(30).toISOString())
  expect(await faultsAt(folder)).toEqual([['backups', words('There is none')]])
  expect(await faultsAt(folder, { BACKUP_AT: 'never' })).toEqual([])
})

test('sending that is paused', async () => {
  const folder = changed("insert into portalSettings (name, value) values ('sendingPaused', ?)", ago(1).toISOString())
  expect(await faultsAt(folder)).toEqual([['queue', words('paused')]])
})

test('mail that does not leave', async () => {
  const folder = changed(
    "insert into deliveries (kind, email, state, createdAt, dueAt) values ('test', 'a@x.ie', 'pending', ?, ?)",
    ...[ago(5).toISOString(), ago(5).toISOString()],
  )
  expect(await faultsAt(folder)).toEqual([['queue', words('waited for 5 hours, 1 in all')]])
})

test('a mail server that refuses the log-in', async () => {
  rig.interfere = (stage) => (stage === 'AUTH' ? '535 5.7.8 Not you' : undefined)
  expect(await faults()).toEqual([['mail', words('535 5.7.8 Not you')]])
})

test('a mail server that takes no log-in', async () => {
  const SMTP_URL = await mailServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
  expect(await faults({ SMTP_URL })).toEqual([['mail', words('takes no log-in')]])
})

test('a mail server with a certificate that nobody knows', async () => {
  const SMTP_URL = await mailServer({ secure: true }, 'smtps')
  expect(await faults({ SMTP_URL })).toEqual([['mail', words('certificate')]])
})

test('a mail server that is not there', async () => {
  const { port } = new URL(rig.url)
  await rig.stop()
  expect(await faults()).toEqual([['mail', words(`ECONNREFUSED 127.0.0.1:${port}`)]])
  rig = await startSmtp()
})

test('a mail server that refuses the sender; and one that takes the mail', async () => {
  rig.interfere = (stage) => (stage === 'MAIL' ? '550 5.7.1 Not your address' : undefined)
  expect(await faults({}, 'operator@centre.ie')).toEqual([['mail', words('550 5.7.1 Not your address')]])
  rig.interfere = () => undefined
  expect(await faults({}, 'operator@centre.ie')).toEqual([])
  expect(rig.mails.map(({ to }) => to)).toEqual(['operator@centre.ie'])
})

test('without --to nothing is sent', async () => {
  await look()
  expect(rig.connections).toBe(1)
  expect(rig.mails).toEqual([])
})

test('an address where something else answers', async () => {
  const PUBLIC_URL = await serving((_request, response) => response.end('<h1>It works!</h1>'))
  expect(await faults({ PUBLIC_URL })).toEqual([['address', words('Something else answers')]])
})

test('an address where another Riverbank answers', async () => {
  riverbank.change("update healthCheck set checkedAt = '2026-01-01T00:00:00.000Z'")
  const found = await faults({ PUBLIC_URL: other.url, PORT: new URL(other.url).port })
  expect(found).toEqual([['address', words('Another Riverbank')]])
})

test('an address that leads elsewhere', async () => {
  const PUBLIC_URL = await serving((_request, response) =>
    response.writeHead(301, { Location: 'https://parking.example/' }).end(),
  )
  expect(await faults({ PUBLIC_URL })).toEqual([['address', words('to https://parking.example/')]])
})

test('an address that does not answer', async () => {
  expect(await faults({ PUBLIC_URL: 'http://127.0.0.1:9' })).toEqual([['address', words("doesn't answer (")]])
})

test('an address without encryption', async () => {
  expect(await faults({ PUBLIC_URL: 'http://riverbank.centre.ie' })).toEqual([['address', words('not encrypted')]])
})

test('a proxy that Riverbank does not know of', async () => {
  const found = await faults({ PUBLIC_URL: 'https://127.0.0.1:9' })
  expect(found).toContainEqual(['proxy', words('TRUST_PROXY is 0')])
})

test('another program on the port', async () => {
  const { port } = new URL(await serving((_request, response) => response.end('hello')))
  expect(await faults({ PORT: port })).toEqual([['server', words('Another program')]])
})

test('a clock that is behind what was written', async () => {
  const folder = changed('update healthCheck set checkedAt = ?', ago(-3).toISOString())
  expect(await faultsAt(folder)).toEqual([
    ['clock', words('The clock is behind: by it, the database was last written')],
  ])
})

test('a clock that differs from that of the address', async () => {
  const PUBLIC_URL = await serving(async (request, response) => {
    const answer = await fetch(`${riverbank.url}${request.url}`)
    response.writeHead(answer.status, { Date: ago(2).toUTCString() }).end(await answer.text())
  })
  expect(await faults({ PUBLIC_URL })).toEqual(
    [['clock', words('120 minutes ahead of')]].map(([check]) => [
      check,
      expect.stringMatching(/(119|120) minutes|2 hours/),
    ]),
  )
})

test('a sender without SPF and DMARC', async () => {
  names.texts = {}
  expect(await faults()).toEqual([
    ['spf', words('no SPF record')],
    ['dmarc', words('no DMARC record')],
  ])
})

test.each([
  [['v=spf1 -all', 'v=spf1 mx -all'], '2 SPF records'],
  [['v=spf1 +all'], 'lets everybody send'],
  [['v=spf1 include:mail.example all'], 'lets everybody send'],
  [['v=spf10 -all'], 'no SPF record'],
])('an SPF record like %j', async (texts, says) => {
  names.texts['centre.ie'] = texts
  expect(await faults()).toEqual([['spf', words(says)]])
})

test('a DMARC record without a policy; and the one of the domain above', async () => {
  names.texts['_dmarc.centre.ie'] = ['v=DMARC1; rua=mailto:a@centre.ie']
  expect(await faults()).toEqual([['dmarc', words('no policy')]])
  names.texts['_dmarc.centre.ie'] = ['v=DMARC1; p=reject']
  names.texts['mail.centre.ie'] = ['v=spf1 mx ~all']
  expect(await faults({ MAIL_FROM: 'news@mail.centre.ie' })).toEqual([])
})

test('a sender that is nobody’s', async () => {
  expect(await faults({ MAIL_FROM: 'office@riverbank.example' })).toEqual(
    [
      ['spf', words('nobody’s')],
      ['dmarc', words('nobody’s')],
    ].map(([check]) => [check, words("nobody's")]),
  )
})

test('DNS that does not answer is no fault', async () => {
  names.stop()
  const found = await look()
  expect(found.filter(({ state }) => state === 'fault')).toEqual([])
  expect(found).toContainEqual({ check: 'spf', state: 'note', says: words("DNS doesn't tell"), todo: undefined })
  names = await startNameServer({})
})

/** The command itself, with the built product. */
function command(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/doctor.mjs', ...args], {
    env: { ...process.env, ...well, LOG_LEVEL: 'info', DEMO: '', TRUST_PROXY: '0' },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('the command tells what it found, as lines and as JSON, and by its exit code', () => {
  const { dns } = { dns: names.address }
  well.SMTP_URL = ''
  const healthy = command('--dns', dns)
  expect(healthy).toMatchObject({ status: 0, stderr: '' })
  expect(healthy.stdout).toMatch(/^ok {5}settings {2}All are right\.$/m)
  expect(healthy.stdout).toMatch(/^0 faults, 3 notes\.$/m)
  well.PUBLIC_URL = ''
  const ill = command('--json')
  expect(ill.status).toBe(1)
  expect(JSON.parse(ill.stdout)).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([expect.objectContaining({ check: 'address', state: 'fault' })]),
  })
  for (const args of [['--nonsense'], ['--to', 'nobody'], ['more']]) {
    const wrong = command(...args)
    expect(wrong).toMatchObject({ status: 2, stdout: '', stderr: words('Usage: npm run doctor') })
  }
})
