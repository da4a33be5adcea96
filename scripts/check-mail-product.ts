// The built product for check-mail.ts: started, killed, called over HTTP, with direct access to its database.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { addAccount } from '../app/domain/accounts/accounts.server'
import { migrate } from '../db/migrate'
import { openDatabase } from '../db/open'

const account = { username: 'tutor', password: 'heron on the river' }

/** Waits until `what` is true, checking every `every` milliseconds; throws after `seconds`. */
export async function until(what: () => boolean, { every = 50, seconds = 300 } = {}): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !what(); await setTimeout(every))
    if (Date.now() > end) throw new Error(`This never came true: ${what}`)
}

export interface Product {
  start: () => Promise<void>
  /** SIGKILL: nothing under way is finished. */
  kill: () => Promise<void>
  /** A call of the API as the tutor. */
  call: (method: string, path: string, json?: unknown) => Promise<{ status: number; body: Record<string, unknown> }>
  /** A request as a visitor. */
  visit: (path: string, init?: RequestInit) => Promise<Response>
  rows: <Row = Record<string, unknown>>(sql: string, ...values: unknown[]) => Row[]
  change: (sql: string, ...values: unknown[]) => void
  /** Inserts subscribers directly into the database. */
  subscribe: (readers: { email: string; name: string | null }[]) => void
  remove: () => Promise<void>
}

async function addressOf(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += chunk
    const port = /Riverbank is at http:\/\/\S+?:(\d+)/.exec(output)?.[1]
    if (port) return `http://127.0.0.1:${port}`
  }
  throw new Error(`The product did not start:\n${output}`)
}

/** A product with an empty database and one tutor, whose mail goes to `smtpUrl`. Not started yet. */
export async function newProduct(smtpUrl: string): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-mail-'))
  const path = join(dataDir, 'riverbank.sqlite')
  const db = openDatabase(path)
  await migrate(db)
  await addAccount(db, { ...account, role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' })
  await db.destroy()

  const sqlite = new SQLite(path, { timeout: 10_000 })
  let server: ChildProcess | undefined
  let url = ''
  let token = ''
  const leave = () => {
    server?.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  // Also runs when a check ends in an error.
  process.once('exit', leave)

  const product: Product = {
    start: async () => {
      server = spawn(process.execPath, ['scripts/serve.mjs'], {
        env: {
          ...process.env,
          NODE_ENV: 'production',
          DEMO: '0',
          DATA_DIR: dataDir,
          HOST: '127.0.0.1',
          PORT: '0',
          PUBLIC_URL: '',
          SMTP_URL: smtpUrl,
          NEWSLETTER_RATE_PER_MINUTE: '60000',
          NEWSLETTER_HOLD_SECONDS: '0',
          LOG_LEVEL: 'info',
          BACKUP_AT: 'never',
          SESSION_SECRET: 'a secret for the check of the mails, 0123456789',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      url = await addressOf(server)
      server.stdout?.resume()
    },
    kill: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    call: async (method, path, json) => {
      token ||= ((await (await post('/api/login', account)).json()) as { token: string }).token
      const response = await send(method, path, json, { Authorization: `Bearer ${token}` })
      return { status: response.status, body: await response.json() }
    },
    visit: (path, init) => fetch(url + path, { redirect: 'manual', ...init }),
    rows: <Row>(sql: string, ...values: unknown[]) => sqlite.prepare(sql).all(...values) as Row[],
    change: (sql, ...values) => void sqlite.prepare(sql).run(...values),
    subscribe: (readers) => {
      const insert = sqlite.prepare(
        `insert into subscribers (email, name, isGuardian, active, createdAt, token)
         values (?, ?, 0, 1, ?, lower(hex(randomblob(16))))`,
      )
      sqlite.transaction(() => {
        for (const { email, name } of readers) insert.run(email, name, new Date().toISOString())
      })()
    },
    remove: async () => {
      await product.kill()
      sqlite.close()
      process.off('exit', leave)
      leave()
    },
  }
  const send = (method: string, path: string, json: unknown, headers = {}) =>
    fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: json === undefined ? undefined : JSON.stringify(json),
    })
  const post = (path: string, json: unknown) => send('POST', path, json)
  return product
}
