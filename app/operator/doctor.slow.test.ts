import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import express from 'express'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackupStatus } from '~/backups/backup-status.server'
import { createBackupName, createHourlyName } from '~/backups/entries'
import { SiteWarnings, watchSetUp } from '~/http/errors/warnings.server'
import { handleHealthCheck } from '~/http/middleware/health.server'
import { readSettings } from '~/settings.server'
import { createSigner, encrypt } from '~/signing.server'
import { shareServer } from '~/test/built'
import { createTemporaryFolder } from '~/test/folder'
import { type NameServer, startNameServer } from '~/test/name-server'
import { baseSettings } from '~/test/running'
import { serve } from '~/test/serving'
import { type SmtpTestServer, startSmtp } from '~/test/smtp'
import { openDatabase } from '~db/open'
import { runCheck } from './doctor/data.server'
import { checkDmarc, checkMailServer, checkSpf } from './doctor/mail.server'
import { doctorCommand, runDoctor } from './doctor.server'

const HOUR = 3_600_000

const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

const words = (text: string) => expect.stringContaining(text)

const riverbank = shareServer()
let smtp: SmtpTestServer
let names: NameServer
let well: Record<string, string>
let elsewhere: string
const toStop: (() => unknown)[] = []

vi.setConfig({ testTimeout: 60_000 })

beforeEach(async () => {
  const folder = createTemporaryFolder()
  toStop.push(folder[Symbol.dispose])
  elsewhere = folder.path
  smtp = await startSmtp()
  names = await startNameServer({
    'centre.ie': ['some=other', 'v=spf1 include:mail.example -all'],
    '_dmarc.centre.ie': ['v=DMARC1; p=none'],
  })
  well = {
    NODE_ENV: 'production',
    SESSION_SECRET: baseSettings.SESSION_SECRET,
    DATA_DIR: riverbank.dataDir,
    HOST: '127.0.0.1',
    PORT: new URL(riverbank.url).port,
    PUBLIC_URL: riverbank.url,
    SMTP_URL: smtp.url.replace('smtp://', 'smtp://postman:secret@'),
    MAIL_FROM: 'Riverbank <news@centre.ie>',
  }
})
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
  names.stop()
  await smtp.stop()
})

const look = (changes: Record<string, string> = {}, to?: string) =>
  runDoctor({ ...well, ...changes }, { dns: names.address, to, patience: 1000 })

const mailChecks = { mail: checkMailServer, spf: checkSpf, dmarc: checkDmarc }
/** What the checks of mail find, without the others. */
async function lookAtMail(changes: Record<string, string> = {}, to?: string) {
  const patient = { settings: readSettings({ ...well, ...changes }), dns: names.address, to, patience: 1000 }
  const found = []
  for (const [name, check] of Object.entries(mailChecks)) found.push(await check(patient, runCheck(name)))
  return found.flat()
}

async function findFaults(changes: Record<string, string> = {}, to?: string, lookAt = look) {
  const found = (await lookAt(changes, to)).filter(({ state }) => state === 'fault')
  for (const { todo } of found) expect(todo).toBeTruthy()
  return found.map(({ check, says }) => [check, says])
}

/** The faults of a folder without a server, except the missing address. */
async function findFaultsIn(folder: string, more: Record<string, string> = {}) {
  const found = await findFaults({ DATA_DIR: folder, PUBLIC_URL: '', ...more })
  return found.filter(([check]) => check !== 'address')
}

function copyFolder(): string {
  const folder = join(elsewhere, 'copy')
  mkdirSync(folder)
  cpSync(join(riverbank.dataDir, 'uploads'), join(folder, 'uploads'), { recursive: true })
  const sqlite = new SQLite(join(riverbank.dataDir, 'riverbank.sqlite'), { readonly: true })
  sqlite.prepare('vacuum into ?').run(join(folder, 'riverbank.sqlite'))
  sqlite.close()
  return folder
}

function copyWithChange(sql: string, value: string): string {
  const folder = copyFolder()
  const sqlite = new SQLite(join(folder, 'riverbank.sqlite'))
  sqlite.prepare(sql).run(value)
  sqlite.close()
  return folder
}
const setUpLongAgo = () => copyWithChange('update kysely_migration set timestamp = ?', ago(30))

/** An empty disk of 64 MB; undefined without the right to mount one. */
function mountSmallDisk(): string | undefined {
  const disk = join(elsewhere, 'disk')
  mkdirSync(disk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', disk]).status !== 0) return undefined
  toStop.push(() => execFileSync('umount', [disk]))
  return disk
}

async function startProgram(answer: RequestListener): Promise<string> {
  const { url, close } = await serve(answer)
  toStop.push(close)
  return url
}

/** Starts another mail server, and returns its SMTP_URL with credentials. */
async function startMailServer(options: ConstructorParameters<typeof SMTPServer>[0], scheme = 'smtp') {
  const server = new SMTPServer({ disableReverseLookup: true, ...options })
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  toStop.push(() => new Promise<void>((closed) => server.close(() => closed())))
  return { SMTP_URL: `${scheme}://postman:secret@127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

test('a healthy server has no faults, and no mail is sent', async () => {
  const found = await look()
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(found.map(({ check }) => check)).toEqual(
    'settings folder disk database secret uploads documents backups queue server address proxy clock mail spf dmarc'.split(
      ' ',
    ),
  )
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(found.find(({ check }) => check === 'server')?.says).toContain(`runs version ${version}`)
  expect([smtp.connections, smtp.mails]).toEqual([1, []])
})

test('a healthy folder without a server has none either, and the doctor changes nothing and takes no lock', async () => {
  const folder = copyFolder()
  const before = readdirSync(folder)
  expect(await findFaultsIn(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual(before)
  expect(riverbank.isAlive()).toBe(true)
})

test('a run before the first start', async () => {
  expect(await findFaultsIn(join(elsewhere, 'none'))).toEqual([])
})

test('a .env that others can read', async () => {
  const here = process.cwd()
  const notes = async () => (await look()).filter(({ check, state }) => check === 'settings' && state === 'note')
  process.chdir(elsewhere)
  try {
    writeFileSync('.env', 'SESSION_SECRET=a heron', { mode: 0o600 })
    expect(await notes()).toEqual([])
    for (const mode of [0o640, 0o604, 0o602]) {
      chmodSync('.env', mode)
      expect(await notes()).toMatchObject([{ says: words('read .env'), todo: 'chmod 600 .env' }])
    }
  } finally {
    process.chdir(here)
  }
})

test('invalid settings, while the others are still checked', async () => {
  const found = await look({ TRUST_PROXY: 'two', PORT: '70000' })
  const wrong = found.filter(({ state }) => state === 'fault').map(({ check, says }) => [check, says])
  expect(wrong).toEqual([
    ['settings', words('PORT must be')],
    ['settings', words('TRUST_PROXY must be')],
  ])
  expect(found).toContainEqual({
    check: 'proxy',
    state: 'note',
    says: words('TRUST_PROXY is invalid'),
    todo: undefined,
  })
  expect(found).toContainEqual({ check: 'address', state: 'ok', says: words('leads to this server') })
})

test('the command prints its findings as lines or as JSON, and sets its exit code', async () => {
  for (const [name, value] of Object.entries({ ...well, SMTP_URL: '', DEMO: '', TRUST_PROXY: '0' }))
    vi.stubEnv(name, value)
  const healthy = await doctorCommand(['--dns', names.address])
  expect(healthy.exitCode).toBe(0)
  expect(healthy.text).toMatch(/^ok {5}settings {2}All settings are valid\.$/m)
  expect(healthy.text).toMatch(/^0 faults, 3 notes\.$/m)
  vi.stubEnv('PUBLIC_URL', '')
  const ill = await doctorCommand(['--json'])
  expect(ill.exitCode).toBe(1)
  expect(JSON.parse(ill.text)).toMatchObject({
    ok: false,
    findings: expect.arrayContaining([expect.objectContaining({ check: 'address', state: 'fault' })]),
  })
  for (const args of [['--nonsense'], ['--to', 'nobody'], ['more']])
    await expect(doctorCommand(args)).rejects.toThrow('Usage: node scripts/doctor.mjs')
})

test('missing mail settings are a fault once a mail waits, but not in the demonstration', async () => {
  const mailOf = async (changes: Record<string, string>) =>
    (await look({ SMTP_URL: '', ...changes })).find(({ check }) => check === 'mail')
  expect(await mailOf({})).toMatchObject({ state: 'note', says: 'Mail is not set up; no email waits.' })
  const waits = `insert into deliveries (kind, email, dueAt, createdAt) values ('test', 'a@x.example', ?, '2026-01-01')`
  const folder = copyWithChange(waits, ago(0))
  expect(await mailOf({ DATA_DIR: folder })).toMatchObject({
    state: 'fault',
    says: 'Mail is not set up; 1 email waits.',
    todo: words('SMTP_URL'),
  })
  expect(await mailOf({ DATA_DIR: folder, DEMO: '1' })).toMatchObject({ state: 'note', says: words('not delivered') })
})

test('a read-only folder, and a disk that is nearly full', async () => {
  const disk = mountSmallDisk()
  // Without the right to mount one, a folder in which no file can be created.
  expect(await findFaultsIn(disk ?? '/proc')).toContainEqual(['disk', expect.stringMatching(/^Only \d+ MB are free/)])
  if (disk) execFileSync('mount', ['-o', 'remount,ro', disk])
  expect(await findFaultsIn(disk ?? '/proc')).toContainEqual([
    'folder',
    expect.stringMatching(/can't be used|is not writable/),
  ])
})

const atRest: [string, () => string, [check: string, says: string][], more?: Record<string, string>][] = [
  [
    'the database of a newer version',
    () => copyWithChange("insert into kysely_migration values ('999-tomorrow', ?)", ago(1)),
    [['database', '999-tomorrow']],
  ],
  ['no backup since the set-up', setUpLongAgo, [['backups', 'There is no backup']]],
  ['no backup where they are made by hand', setUpLongAgo, [], { BACKUP_AT: 'never' }],
  [
    'sending that is paused',
    () => copyWithChange("insert into portalSettings values ('sendingPaused', ?)", ago(1)),
    [['queue', 'Sending has been paused']],
  ],
  [
    'mail that does not leave',
    () =>
      copyWithChange(
        "insert into deliveries (kind, email, state, createdAt, dueAt) values ('test', 'a@x.ie', 'pending', '2026', ?)",
        ago(5),
      ),
    [['queue', 'waited for 5 hours; 1 are waiting in all']],
  ],
  [
    'a clock that is behind what was written',
    () => copyWithChange('update healthCheck set checkedAt = ?', ago(-3)),
    [['clock', 'The clock is behind, or was ahead before: according to it, the database was last written']],
  ],
]
test.each(atRest)('a folder at rest with %s', async (_, folder, found, more) => {
  expect(await findFaultsIn(folder(), more)).toEqual(found.map(([check, says]) => [check, words(says)]))
})

test('a damaged database, and a file that is not a database', async () => {
  const folder = copyFolder()
  const file = openSync(join(folder, 'riverbank.sqlite'), 'r+')
  for (const page of [3, 9, 20]) writeSync(file, Buffer.alloc(2000, 7), 0, 2000, page * 4096)
  expect(await findFaultsIn(folder)).toContainEqual(['database', words('damaged')])
  writeFileSync(join(folder, 'riverbank.sqlite'), 'no database '.repeat(1000))
  expect(await findFaultsIn(folder)).toEqual([['database', words('damaged')]])
})

const stepOf = (secret: string) => encrypt(createSigner(secret), 'the second step of person 1', 'JBSWY3DPEHPK3PXP')
const withStep = (secret: string) =>
  copyWithChange(
    "insert into secondSteps (userId, lockedKey, begunAt, confirmedAt) values (1, ?, '2026', '2026')",
    stepOf(secret),
  )
const OTHER_SECRET = 'another secret of thirty-two characters'

test('a second step that was set up with another SESSION_SECRET, with the username', async () => {
  const secretOf = async (folder: string, more = {}) =>
    (await look({ DATA_DIR: folder, PUBLIC_URL: '', ...more })).find(({ check }) => check === 'secret')
  const folder = withStep(OTHER_SECRET)
  expect(await secretOf(folder)).toMatchObject({
    state: 'fault',
    says: words('1 of 1 second steps'),
    todo: words('Put the old secret back'),
  })
  expect((await secretOf(folder))?.says).toContain('demo.tutor')
  expect(await secretOf(folder, { SESSION_SECRET: OTHER_SECRET })).toMatchObject({
    state: 'note',
    says: words('not the one from the last start'),
  })
})

test('a SESSION_SECRET that changed recently, with no second steps lost', async () => {
  const changedAt = (hours: number) => {
    const sqlite = new SQLite(join(riverbank.dataDir, 'riverbank.sqlite'), { readonly: true })
    const stored = sqlite.prepare("select value from portalSettings where name = 'secretRecord'").pluck().get()
    sqlite.close()
    return JSON.stringify({ ...JSON.parse(String(stored)), changedAt: ago(hours) })
  }
  const found = async (hours: number) => {
    const folder = copyWithChange("update portalSettings set value = ? where name = 'secretRecord'", changedAt(hours))
    const all = await look({ DATA_DIR: folder, PUBLIC_URL: '' })
    rmSync(folder, { recursive: true })
    return all.find(({ check }) => check === 'secret')
  }
  expect(await found(29 * 24)).toMatchObject({ state: 'note', says: words('calendar addresses') })
  expect(await found(31 * 24)).toMatchObject({ state: 'ok' })
})

test('a missing upload', async () => {
  const folder = copyFolder()
  const [first = ''] = readdirSync(join(folder, 'uploads'))
  unlinkSync(join(folder, 'uploads', first))
  expect(await findFaultsIn(folder)).toEqual([['uploads', words(first)]])
})

test('a backup of the day before yesterday', async () => {
  const BACKUP_DIR = join(elsewhere, 'backups')
  mkdirSync(BACKUP_DIR)
  const made = (hours: number) => writeFileSync(join(BACKUP_DIR, createBackupName(new Date(ago(hours)))), '')
  made(49)
  expect(await findFaults({ BACKUP_DIR })).toEqual([['backups', words('49 hours old')]])
  made(25)
  expect(await findFaults({ BACKUP_DIR, BACKUP_EVERY: 'day' })).toEqual([])
})

test('no backup in the last hours next to a running server, unless nothing has changed', async () => {
  const BACKUP_DIR = join(elsewhere, 'backups')
  mkdirSync(join(BACKUP_DIR, 'hourly'), { recursive: true })
  const hour = 3_600_000
  const name = (hours: number) => new Date(Date.now() - hours * hour)
  writeFileSync(join(BACKUP_DIR, createBackupName(name(10))), '')
  writeFileSync(join(BACKUP_DIR, 'hourly', createHourlyName(name(5))), '')
  const said = words('The newest is 5 hours old. The last daily one is 10 hours old, although one is made every hour.')
  expect(await findFaults({ BACKUP_DIR })).toEqual([['backups', said]])
  riverbank.change("insert into portalSettings values ('backupCurrentAt', ?)", name(1).toISOString())
  expect(await findFaults({ BACKUP_DIR })).toEqual([])
  riverbank.change("delete from portalSettings where name = 'backupCurrentAt'")
  const stopped = copyWithChange('update healthCheck set checkedAt = ?', name(4.9).toISOString())
  expect(await findFaultsIn(stopped, { BACKUP_DIR })).toEqual([])
  writeFileSync(join(BACKUP_DIR, 'hourly', createHourlyName(name(2))), '')
  expect(await findFaults({ BACKUP_DIR })).toEqual([])
})

test('an address where another Riverbank answers', async () => {
  const folder = copyWithChange('update healthCheck set checkedAt = ?', '2026-01-01T00:00:00.000Z')
  expect(await findFaults({ DATA_DIR: folder })).toEqual([['address', words('Another Riverbank')]])
})

const hello: RequestListener = (_, response) => void response.end('<h1>Hello</h1>')
const leading: RequestListener = (_, response) =>
  void response.writeHead(301, { Location: 'https://parking.example/' }).end()
const late: RequestListener = async ({ url }, response) => {
  const answer = await fetch(`${riverbank.url}${url}`)
  response.writeHead(answer.status, { Date: new Date(ago(2.1)).toUTCString() }).end(await answer.text())
}
const gone = 'http://127.0.0.1:9'
type Changes = Record<string, string>
test.each<[string, () => Changes | Promise<Changes>, check: string, says: string]>([
  [
    'an address where another program answers',
    async () => ({ PUBLIC_URL: await startProgram(hello) }),
    'address',
    'Another program answers',
  ],
  [
    'an address that redirects elsewhere',
    async () => ({ PUBLIC_URL: await startProgram(leading) }),
    'address',
    'to https://park',
  ],
  ['an address that does not answer', () => ({ PUBLIC_URL: gone }), 'address', "doesn't answer ("],
  ['an address without encryption', () => ({ PUBLIC_URL: 'http://x.centre.ie' }), 'address', 'not encrypted'],
  ['a clock that differs', async () => ({ PUBLIC_URL: await startProgram(late) }), 'clock', '2 hours ahead of that of'],
  [
    'another program on the port',
    async () => ({ PORT: new URL(await startProgram(hello)).port }),
    'server',
    'Another program',
  ],
  [
    'a mail server that offers no log-in',
    () => startMailServer({ disabledCommands: ['AUTH', 'STARTTLS'] }),
    'mail',
    'no log-in',
  ],
  ['a certificate that is not trusted', () => startMailServer({ secure: true }, 'smtps'), 'mail', 'certificate'],
  ['a mail server that is not there', () => ({ SMTP_URL: 'smtp://127.0.0.1:9' }), 'mail', 'ECONNREFUSED 127.0.0.1:9'],
])('%s', async (_, changes, check, says) => {
  expect(await findFaults(await changes())).toEqual([[check, words(says)]])
})

test('a proxy that Riverbank is not configured for', async () => {
  const found = await findFaults({ PUBLIC_URL: 'https://127.0.0.1:9' })
  expect(found).toContainEqual(['proxy', words('TRUST_PROXY is 0')])
})

test('a proxy that sends something other than the visitor’s address', async () => {
  const db = openDatabase(join(riverbank.dataDir, 'riverbank.sqlite'))
  toStop.push(() => db.destroy())
  const siteWarnings = new SiteWarnings()
  const health = handleHealthCheck({ db, dataDir: riverbank.dataDir, siteWarnings, backupStatus: new BackupStatus() })
  const url = await startProgram(
    express()
      .set('trust proxy', 1)
      .use(watchSetUp(readSettings({ TRUST_PROXY: '1' }), siteWarnings))
      .get('/healthz', health),
  )
  const visit = async (forwardedFor: string) => {
    await (await fetch(`${url}/healthz`, { headers: { 'X-Forwarded-For': forwardedFor } })).text()
    return (await look({ PORT: new URL(url).port, TRUST_PROXY: '1' })).filter(({ check }) => check === 'proxy')
  }
  expect(await visit('"[2001:db8::1]:443"')).toEqual([{ check: 'proxy', state: 'ok', says: words('1 in front of') }])
  expect(await visit('unknown')).toEqual([
    { check: 'proxy', state: 'fault', says: words('“unknown”'), todo: words('X-Forwarded-For') },
  ])
})

test('a mail server that refuses the log-in', async () => {
  smtp.interfere = (stage) => (stage === 'AUTH' ? '535 5.7.8 Not you' : undefined)
  expect(await findFaults()).toEqual([['mail', words('535 5.7.8 Not you')]])
})

const findMailFaults = (changes?: Record<string, string>, to?: string) => findFaults(changes, to, lookAtMail)

test('a self-signed certificate has its own advice', async () => {
  const [key, cert] = ['key', 'cert'].map((name) => join(elsewhere, name)) as [string, string]
  const made = `-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=127.0.0.1 -keyout ${key} -out ${cert}`
  execFileSync('openssl', ['req', ...made.split(' ')], { stdio: 'ignore' })
  const own = { key: readFileSync(key), cert: readFileSync(cert) }
  for (const [options, scheme] of [[{ secure: true, ...own }, 'smtps'] as const, [own, 'smtp'] as const]) {
    const [found] = (await lookAtMail(await startMailServer(options, scheme))).filter(({ check }) => check === 'mail')
    expect(found).toMatchObject({ state: 'fault', says: words('self-signed certificate') })
    expect(found?.todo).toContain('NODE_EXTRA_CA_CERTS')
  }
})

test('a server that defers a mail', async () => {
  for (const [at, says] of [
    ['MAIL', '451 4.7.1 Greylisted'],
    ['RCPT', '450 4.7.1 <operator@centre.ie>: come back later'],
    ['DATA', '451 4.7.0 Not yet'],
  ] as const) {
    smtp.interfere = (stage) => (stage === at ? says : undefined)
    const found = (await lookAtMail({}, 'operator@centre.ie')).filter(({ check }) => check === 'mail')
    const deferred = { state: 'note', says: words(says.slice(0, 9)), todo: words('Wait') }
    expect(found, at).toMatchObject([{ state: 'ok' }, deferred])
    expect(found[1]?.says.split(': ')[1]).not.toContain('@')
  }
})

test('a server that is too busy to greet', async () => {
  smtp.interfere = (stage) => (stage === 'greeting' ? '451 4.7.1 Busy with operator@centre.ie' : undefined)
  const [found] = (await lookAtMail()).filter(({ check }) => check === 'mail')
  expect(found).toMatchObject({ state: 'fault', says: words('451 4.7.1 Busy with …'), todo: words('Wait') })
})

test.each([
  ['an SSH server', (socket: Socket) => void socket.write('SSH-2.0-OpenSSH_9.9\r\n')],
  ['an end at once', (socket: Socket) => void socket.end()],
])('a server that is not a mail server: %s', async (_, speak) => {
  const server = createTcpServer((socket) => speak(socket.on('error', () => {})))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [found] = (await lookAtMail({ SMTP_URL })).filter(({ check }) => check === 'mail')
  expect(found).toMatchObject({ state: 'fault', says: words("can't be used"), todo: words('SMTP_URL') })
  server.close()
})

test('smtps:// to a port that does not start with TLS', async () => {
  const [found] = (await lookAtMail({ SMTP_URL: smtp.url.replace('smtp', 'smtps') })).filter(
    (one) => one.check === 'mail',
  )
  expect(found).toMatchObject({ state: 'fault', todo: words('does not start with TLS') })
})

test('a mail server that refuses the sender, and one that accepts the mail', async () => {
  smtp.interfere = (stage) => (stage === 'MAIL' ? '550 5.7.1 Not your address' : undefined)
  expect(await findMailFaults({}, 'operator@centre.ie')).toEqual([['mail', words('550 5.7.1 Not your address')]])
  smtp.interfere = () => undefined
  expect(await findMailFaults({}, 'operator@centre.ie')).toEqual([])
  expect(smtp.mails.map(({ to }) => to)).toEqual(['operator@centre.ie'])
})

test('a sender without SPF and DMARC', async () => {
  names.texts = {}
  expect(await findMailFaults()).toEqual([
    ['spf', words('no SPF record')],
    ['dmarc', words('no DMARC record')],
  ])
})

test.each([
  [['v=spf1 -all', 'v=spf1 mx -all'], '2 SPF records'],
  [['v=spf1 +all'], 'lets anyone send'],
  [['v=spf1 include:mail.example all'], 'lets anyone send'],
  [['v=spf10 -all'], 'no SPF record'],
])('an SPF record like %j', async (texts, says) => {
  names.texts['centre.ie'] = texts
  expect(await findMailFaults()).toEqual([['spf', words(says)]])
})

test('a DMARC record without a policy, and one of the parent domain', async () => {
  names.texts['_dmarc.centre.ie'] = ['v=DMARC1; rua=mailto:a@centre.ie']
  expect(await findMailFaults()).toEqual([['dmarc', words('no policy')]])
  names.texts['_dmarc.centre.ie'] = ['v=DMARC1; p=reject']
  names.texts['mail.centre.ie'] = ['v=spf1 mx ~all']
  expect(await findMailFaults({ MAIL_FROM: 'news@mail.centre.ie' })).toEqual([])
})

test('a sender at a reserved domain', async () => {
  expect(await findMailFaults({ MAIL_FROM: 'office@riverbank.example' })).toEqual([
    ['spf', words('does not exist')],
    ['dmarc', words('does not exist')],
  ])
})

test('DNS that does not answer is not a fault', async () => {
  const found = await runDoctor(well, { dns: '127.0.0.1:9' })
  expect(found.filter(({ state }) => state === 'fault')).toEqual([])
  expect(found).toContainEqual({ check: 'spf', state: 'note', says: words('DNS gives no answer'), todo: undefined })
})
