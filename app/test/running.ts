import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

/** A real server of the built product with its own database, for one worker's specs or the check of the API. */
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

/** Starts the built product with the demonstration in a folder of its own, which `stop` removes; `settings` are added to the environment. Throws when it does not start. */
export async function startRiverbank(
  settings: Record<string, string> = {},
): Promise<RunningRiverbank & { stop: () => Promise<void> }> {
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
      ...settings,
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
