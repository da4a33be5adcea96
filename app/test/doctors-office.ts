import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { examine } from '~/operator/doctor.server'
import { type NameServer, startNameServer } from './name-server'
import { type RunningRiverbank, startRiverbank } from './running'
import { type SmtpTestServer, startSmtp } from './smtp'

const HOUR = 3_600_000

/** The moment so many hours ago. */
export const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

/** A part of what is said. */
export const words = (text: string) => expect.stringContaining(text)

/** For each test of a file: a healthy product that runs, with a mail server and a name server, and what it takes to make it ill. */
export function doctorsOffice() {
  let riverbank: RunningRiverbank & { stop: () => Promise<void> }
  let smtp: SmtpTestServer
  let names: NameServer
  let well: Record<string, string>
  let elsewhere: string
  const toStop: (() => unknown)[] = []

  vi.setConfig({ testTimeout: 60_000 })
  beforeAll(async () => {
    execFileSync('scripts/build', { stdio: 'inherit' })
    riverbank = await startRiverbank()
  }, 240_000)
  afterAll(() => riverbank?.stop())

  beforeEach(async () => {
    elsewhere = mkdtempSync(join(tmpdir(), 'riverbank-doctor-'))
    smtp = await startSmtp()
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
      SMTP_URL: smtp.url.replace('smtp://', 'smtp://postman:secret@'),
      MAIL_FROM: 'Riverbank <news@centre.ie>',
    }
  })
  afterEach(async () => {
    for (const stop of toStop.splice(0).reverse()) await stop()
    names.stop()
    await smtp.stop()
    rmSync(elsewhere, { recursive: true, force: true })
  })

  const look = (changes: Record<string, string> = {}, to?: string) =>
    examine({ ...well, ...changes }, { dns: names.address, to })

  /** What is found wrong: the checks and their words. */
  async function faults(changes: Record<string, string> = {}, to?: string) {
    const found = (await look(changes, to)).filter(({ state }) => state === 'fault')
    for (const { todo } of found) expect(todo).toBeTruthy()
    return found.map(({ check, says }) => [check, says])
  }

  /** The same of a folder that nobody serves, besides that it has no address. */
  async function faultsAt(folder: string, more: Record<string, string> = {}) {
    const found = await faults({ DATA_DIR: folder, PUBLIC_URL: '', ...more })
    return found.filter(([check]) => check !== 'address')
  }

  /** A data folder like the healthy one's, at rest. */
  function copied(): string {
    const folder = join(elsewhere, 'copy')
    mkdirSync(folder)
    cpSync(join(riverbank.dataDir, 'uploads'), join(folder, 'uploads'), { recursive: true })
    const sqlite = new SQLite(join(riverbank.dataDir, 'riverbank.sqlite'), { readonly: true })
    sqlite.prepare('vacuum into ?').run(join(folder, 'riverbank.sqlite'))
    sqlite.close()
    return folder
  }

  /** Such a folder, with a change to its database. */
  function changed(sql: string, ...values: unknown[]): string {
    const folder = copied()
    const sqlite = new SQLite(join(folder, 'riverbank.sqlite'))
    sqlite.prepare(sql).run(...values)
    sqlite.close()
    return folder
  }

  /** An empty disk of 64 MB; undefined where nobody may mount one. */
  function mounted(): string | undefined {
    const disk = join(elsewhere, 'disk')
    mkdirSync(disk)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', disk]).status !== 0) return undefined
    toStop.push(() => execFileSync('umount', [disk]))
    return disk
  }

  /** The address of another program. */
  async function serving(answer: RequestListener): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    toStop.push(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** The address of another mail server, with credentials. */
  async function mailServer(options: ConstructorParameters<typeof SMTPServer>[0], scheme = 'smtp'): Promise<string> {
    const server = new SMTPServer({ disableReverseLookup: true, ...options })
    server.on('error', () => {})
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    toStop.push(() => new Promise<void>((closed) => server.close(() => closed())))
    return `${scheme}://postman:secret@127.0.0.1:${(server.server.address() as AddressInfo).port}`
  }

  return {
    get riverbank() {
      return riverbank
    },
    get smtp() {
      return smtp
    },
    get names() {
      return names
    },
    get elsewhere() {
      return elsewhere
    },
    get well() {
      return well
    },
    look,
    faults,
    faultsAt,
    copied,
    changed,
    mounted,
    serving,
    mailServer,
  }
}
