import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { limits } from '../../scripts/limits.mjs'
import { lockFolder } from '../../scripts/lock.mjs'
import { isoDay, today } from '../domain/events/days'

/** A server of the built product with its own database, for one worker's specs or the check of the API. */
export interface RunningRiverbank {
  url: string
  dataDir: string
  /** Selects rows of the database. */
  rows: (sql: string, ...values: unknown[]) => Record<string, unknown>[]
  /** Changes rows directly, for time that passes or a session that expires. */
  change: (sql: string, ...values: unknown[]) => void
  pid: number
  isAlive: () => boolean
  /** The server's output so far, on stdout and stderr. */
  output: () => string
}

export const password = 'riverbank-demo'

/** The settings of a server with the demonstration, whatever the environment says. */
export const baseSettings = {
  NODE_ENV: 'production',
  DEMO: '1',
  DEMO_PASSWORD: password,
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  LOG_LEVEL: 'info',
  BACKUP_AT: 'never',
  SIGN_IN_CARDS: '1',
  SESSION_SECRET: 'a secret for the tests and checks alone, 0123456789',
} as const

/** A server's output: its log, a file, since to read twenty thousand lines a second would slow down what is measured; and its errors. */
function outputOf(server: ChildProcess, log: string): { output: () => string; removeLog: () => void } {
  let errors = ''
  let removed = ''
  server.stderr?.on('data', (chunk) => {
    errors += chunk
    process.stderr.write(chunk)
  })
  const written = () => (existsSync(log) ? readFileSync(log, 'utf8') : removed)
  return {
    output: () => written() + errors,
    removeLog: () => {
      removed = written()
      rmSync(dirname(log), { recursive: true, force: true })
    },
  }
}

/** The errors of a server's log since a time (ISO 8601), each with its stack; empty when there are none. Takes the server's output. */
export function errorsIn(output: string, since: string): string {
  return output
    .split('\n')
    .filter((line) => /^\{"level":[56]0,/.test(line))
    .map((line): { time: string; msg: string; err?: { stack: string } } => JSON.parse(line))
    .filter(({ time }) => time >= since)
    .map(({ time, msg, err }) => [time, msg, err?.stack].filter(Boolean).join(' '))
    .join('\n')
}

/** The address of a server, once it has written that. Throws when the server ends before. */
async function addressOf(server: ChildProcess, output: () => string): Promise<string> {
  while (server.exitCode === null && server.signalCode === null) {
    const address = /Riverbank is at (http:\/\/\S+?)"/.exec(output())?.[1]
    if (address) return address.replace('localhost', '127.0.0.1')
    await pass(20)
  }
  throw new Error(`The server did not start:\n${output()}`)
}

/** Starts Node with its limits: so it starts no second process, and this one's id is the server's. */
function thisNode(settings: Record<string, string>) {
  const { flags, additions } = limits({ ...process.env, ...settings })
  return { words: [process.execPath, ...flags], additions }
}

type Stoppable = RunningRiverbank & { stop: () => Promise<void> } & AsyncDisposable

/**
 * Starts the built product with the demonstration in a folder of its own, which `stop` removes; `settings` are added to the
 * environment. A DATA_DIR among them is used as it is and kept. `node` are the words of another Node, which finds its limits itself and
 * has to keep its id. Ends with the block that is `using` it, or by `stop`. Throws when it does not start.
 */
export async function startRiverbank(settings: Record<string, string> = {}, node?: string[]): Promise<Stoppable> {
  if (settings.DATA_DIR) return startIn(settings.DATA_DIR, settings, node)
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-e2e-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  if ({ ...baseSettings, ...settings }.DEMO === '1') cpSync(await demonstration(), dataDir, { recursive: true })
  const riverbank = await startIn(dataDir, settings, node)
  const stop = () => riverbank.stop().finally(remove)
  return { ...riverbank, stop, [Symbol.asyncDispose]: stop }
}

let made: Promise<string> | undefined
/** The folder of the demonstration as the built product makes it, once for a build and a day: to draw its pictures takes three times as long as the rest of a start. */
export const demonstration = (): Promise<string> => (made ??= makeDemonstration())

async function makeDemonstration(): Promise<string> {
  const all = resolve('.cache/demonstrations')
  const name = `${statSync('build/server/index.js').mtimeMs}-${isoDay(today())}`
  mkdirSync(all, { recursive: true })
  const lock = await lockWhenFree(all)
  try {
    if (existsSync(join(all, name))) return join(all, name)
    for (const other of readdirSync(all, { withFileTypes: true }))
      if (other.isDirectory()) rmSync(join(all, other.name), { recursive: true })
    const unfinished = mkdtempSync(join(all, 'unfinished-'))
    const { stop } = await startIn(unfinished)
    await stop()
    renameSync(unfinished, join(all, name))
    return join(all, name)
  } finally {
    lock.release()
  }
}

/** The lock of a folder, once no other process has it. */
async function lockWhenFree(folder: string) {
  while (true)
    try {
      return lockFolder(folder, 'a test')
    } catch (error) {
      if ((error as { code?: string }).code !== 'IN_USE') throw error
      await pass(50)
    }
}

/** Starts the built product in a data folder that is there. */
async function startIn(dataDir: string, settings: Record<string, string> = {}, node?: string[]): Promise<Stoppable> {
  const { words, additions } = node ? { words: node, additions: {} } : thisNode(settings)
  const [program = '', ...rest] = words
  const log = join(mkdtempSync(join(tmpdir(), 'riverbank-log-')), 'log')
  const stdout = openSync(log, 'a')
  const server = spawn(program, [...rest, 'scripts/serve.mjs'], {
    env: {
      ...process.env,
      ...additions,
      ...baseSettings,
      PORT: '0',
      ...settings,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', stdout, 'pipe'],
  })
  closeSync(stdout)
  const { output, removeLog } = outputOf(server, log)
  // Also runs when a check ends in an error.
  const leave = () => {
    server.kill('SIGKILL')
    removeLog()
  }
  process.once('exit', leave)
  const url = await addressOf(server, output)
  const isAlive = () => server.exitCode === null && server.signalCode === null
  function withDatabase<Result>(use: (db: SQLite.Database) => Result): Result {
    const db = new SQLite(join(dataDir, 'riverbank.sqlite'), { timeout: 5000 })
    try {
      return use(db)
    } finally {
      db.close()
    }
  }
  const stop = async () => {
    process.off('exit', leave)
    if (isAlive()) {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    }
    removeLog()
  }
  return {
    url,
    dataDir,
    pid: server.pid!,
    isAlive,
    output,
    rows: (sql, ...values) => withDatabase((db) => db.prepare(sql).all(...values) as Record<string, unknown>[]),
    change: (sql, ...values) => withDatabase((db) => void db.prepare(sql).run(...values)),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Copies a whole SQLite database, schema included, over the one at `to`, which may be in use. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const db = new SQLite(from, { timeout: 5000 })
  try {
    await db.backup(to)
  } finally {
    db.close()
  }
}

/** Takes a copy of a running product's database and uploads. `putBack` restores it, any number of times; `remove` deletes the copy. */
export async function keepState({ dataDir }: RunningRiverbank) {
  const kept = mkdtempSync(join(tmpdir(), 'riverbank-kept-'))
  const copyUploads = (from: string, to: string) =>
    cpSync(join(from, 'uploads'), join(to, 'uploads'), { recursive: true, force: false })
  await copyDatabase(join(dataDir, 'riverbank.sqlite'), join(kept, 'riverbank.sqlite'))
  copyUploads(dataDir, kept)
  return {
    putBack: async () => {
      await copyDatabase(join(kept, 'riverbank.sqlite'), join(dataDir, 'riverbank.sqlite'))
      copyUploads(kept, dataDir)
    },
    remove: () => rmSync(kept, { recursive: true }),
  }
}
