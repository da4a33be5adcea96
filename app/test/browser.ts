import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import SQLite from 'better-sqlite3'
import { test as base, expect, type Page } from 'playwright/test'

export type Mode = 'on' | 'off' | 'blocked'
export type { Page }
export { expect }

/** A real server of the built product with its own database, for one worker's specs. */
export interface RunningRiverbank {
  url: string
  dataDir: string
  /** Rows of the database as they stand now. */
  rows: (sql: string, ...values: unknown[]) => Record<string, unknown>[]
  /** Changes rows behind the product's back: time that passes, a session that runs out. */
  change: (sql: string, ...values: unknown[]) => void
}

export const password = 'riverbank-demo'

async function addressOf(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += chunk
    const address = /Riverbank is at (http:\/\/\S+?)"/.exec(output)?.[1]
    if (address) return address
  }
  throw new Error(`The server did not start:\n${output}`)
}

async function startRiverbank(): Promise<RunningRiverbank & { stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-e2e-'))
  const server = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DEMO: '1',
      DEMO_PASSWORD: password,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: '',
      LOG_LEVEL: 'info',
      SESSION_SECRET: 'a secret for the browser specs alone, 0123456789',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = (await addressOf(server)).replace('localhost', '127.0.0.1')
  server.stdout?.resume()
  function withDatabase<Result>(use: (db: SQLite.Database) => Result): Result {
    const db = new SQLite(join(dataDir, 'riverbank.sqlite'), { timeout: 5000 })
    try {
      return use(db)
    } finally {
      db.close()
    }
  }
  return {
    url,
    dataDir,
    rows: (sql, ...values) => withDatabase((db) => db.prepare(sql).all(...values) as Record<string, unknown>[]),
    change: (sql, ...values) => withDatabase((db) => void db.prepare(sql).run(...values)),
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface Fixtures {
  mode: Mode
  /** Whether a spec makes the server fail, and expects its 500. */
  failing: boolean
  /** Goes to an address and, with scripts on, waits until they run, so that the scripted ways are the ones tested. */
  open: (path: string) => Promise<Page>
  /** Logs in and opens the dashboard. */
  logInAs: (username: string) => Promise<Page>
}

export const test = base.extend<Fixtures, { riverbank: RunningRiverbank }>({
  mode: ['on', { option: true }],
  failing: [false, { option: true }],
  riverbank: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const { stop, ...running } = await startRiverbank()
      await use(running)
      await stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ riverbank }, use) => use(riverbank.url),
  page: async ({ page, mode, failing }, use) => {
    if (mode === 'blocked') await page.route('**/*.js', (route) => route.abort())
    const complaints: string[] = []
    page.on('console', (message) => {
      const expected = mode === 'blocked' && message.text().includes('net::ERR_FAILED')
      const refusal = (failing ? /status of [45]\d\d/ : /status of 4\d\d/).test(message.text())
      if (message.type() === 'error' && !expected && !refusal) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await use(page)
    expect(complaints, 'errors in the browser, CSP reports among them').toEqual([])
  },
  open: async ({ page, mode }, use) => {
    await use(async (path) => {
      await page.goto(path)
      const hydrates = (await page.locator('script[type=module]').count()) > 0
      if (mode === 'on' && hydrates) await scriptsRun(page)
      return page
    })
  },
  logInAs: async ({ page, open }, use) => {
    await use(async (username) => {
      // The form itself is tried in portal.e2e.ts; its cookie is all that the portal's screens depend on.
      const answer = await page.request.post('/api/login', { data: { username, password } })
      expect(answer.status()).toBe(200)
      await open('/dashboard')
      return page
    })
  },
})

/** Waits until the page's scripts have taken over: the region for toasts is there only then. */
export async function scriptsRun(page: Page): Promise<void> {
  await page.locator('[role=region][aria-label*=Notification]').waitFor({ state: 'attached' })
}

/** WCAG 2.2 A and AA and axe's best practice, at 360 and 1280 px. axe can't run where JavaScript is off: see the 'scripts blocked' project. */
export async function expectNoViolations(page: Page, mode: Mode): Promise<void> {
  if (mode === 'off') return
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    // In one pass and with the violations alone: the same rules, in a third of the time. (The other mode is for frames of other sites.)
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    expect(found, `${page.url()} at ${width} px`).toEqual([])
  }
}
