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
import { openDatabase } from '../../db/open'
import { startConversion } from '../domain/documents/conversion.server'
import { formatIsoDay, getToday } from '../domain/events/days'
import { getServerLimits } from '../processes/limits.mjs'
import { lockFolder } from '../processes/lock.mjs'

/** A server of the built product with its own database, for a test worker or a check. */
export interface RunningRiverbank {
  url: string
  dataDir: string
  rows: (sql: string, ...values: unknown[]) => Record<string, unknown>[]
  /** Changes rows directly, for example to simulate time passing. */
  change: (sql: string, ...values: unknown[]) => void
  pid: number
  isAlive: () => boolean
  /** The server's output so far, on stdout and stderr. */
  output: () => string
}

export const DEMO_PASSWORD_OF_TESTS = 'riverbank-demo'

/** The settings of a server with the demonstration; they override the environment. */
export const baseSettings = {
  NODE_ENV: 'production',
  DEMO: '1',
  DEMO_PASSWORD: DEMO_PASSWORD_OF_TESTS,
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  LOG_LEVEL: 'info',
  BACKUP_AT: 'never',
  SIGN_IN_CARDS: '1',
  SESSION_SECRET: 'a secret for the tests and checks alone, 0123456789',
} as const

/** A server's output. Its log goes to a file, since reading twenty thousand lines a second would distort measurements. */
function collectOutput(server: ChildProcess, log: string): { output: () => string; removeLog: () => void } {
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

/** The errors in a server's output since a time (ISO 8601), with their stacks; '' if there are none. */
export function extractErrors(output: string, since: string): string {
  return output
    .split('\n')
    .filter((line) => /^\{"level":[56]0,/.test(line))
    .map((line): { time: string; msg: string; err?: { stack: string } } => JSON.parse(line))
    .filter(({ time }) => time >= since)
    .map(({ time, msg, err }) => [time, msg, err?.stack].filter(Boolean).join(' '))
    .join('\n')
}

/** Waits for the address in a server's log. Throws if the server ends first. */
async function waitForAddress(server: ChildProcess, output: () => string): Promise<string> {
  while (server.exitCode === null && server.signalCode === null) {
    const address = /Riverbank is at (http:\/\/\S+?)"/.exec(output())?.[1]
    if (address) return address.replace('localhost', '127.0.0.1')
    await pass(20)
  }
  throw new Error(`The server did not start:\n${output()}`)
}

/** Node with its memory limits set, so that it does not restart itself. */
function getNodeCommand(settings: Record<string, string>) {
  const { flags, additions } = getServerLimits({ ...process.env, ...settings })
  return { words: [process.execPath, ...flags], additions }
}

type Stoppable = RunningRiverbank & {
  stop: () => Promise<void>
  /** Ends the server at once, for a process that ends itself. */
  kill: () => void
} & AsyncDisposable

/**
 * Starts the built product with the demonstration in a temporary folder, which `stop` removes; `settings` are added to the environment. A
 * DATA_DIR among them is used as it is and preserved. `node` is the command line of another Node, which finds its limits itself and must
 * keep its process id. Stopped by `stop` or at the end of its `using` block. Throws if it does not start.
 */
export async function startRiverbank(settings: Record<string, string> = {}, node?: string[]): Promise<Stoppable> {
  if (settings.DATA_DIR) return startInFolder(settings.DATA_DIR, settings, node)
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-e2e-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  if ({ ...baseSettings, ...settings }.DEMO === '1') await copyDemonstration(dataDir)
  const riverbank = await startInFolder(dataDir, settings, node)
  const stop = () => riverbank.stop().finally(remove)
  return { ...riverbank, stop, [Symbol.asyncDispose]: stop }
}

let demonstrationFolder: Promise<string> | undefined
/**
 * The folder of the built demonstration, cached per build and day: drawing its pictures takes three times as long as the rest of a start.
 */
export const getDemonstration = (): Promise<string> => (demonstrationFolder ??= makeDemonstration())

/** Copies the built demonstration into a data folder, for a server that is started in it. */
export async function copyDemonstration(dataDir: string): Promise<void> {
  cpSync(await getDemonstration(), dataDir, { recursive: true })
}

async function makeDemonstration(): Promise<string> {
  const all = resolve('.cache/demonstrations')
  const name = `${statSync('build/server/index.js').mtimeMs}-${formatIsoDay(getToday())}`
  mkdirSync(all, { recursive: true })
  const lock = await waitForLock(all)
  try {
    if (existsSync(join(all, name))) return join(all, name)
    for (const other of readdirSync(all, { withFileTypes: true }))
      if (other.isDirectory()) rmSync(join(all, other.name), { recursive: true })
    const unfinished = mkdtempSync(join(all, 'unfinished-'))
    await (await startInFolder(unfinished)).stop()
    await drawDocuments(unfinished)
    renameSync(unfinished, join(all, name))
    return join(all, name)
  } finally {
    lock.release()
  }
}

/** Draws the pages of all documents: otherwise each server that gets a copy would draw them again. A server takes its time for them. */
async function drawDocuments(dataDir: string): Promise<void> {
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  const conversion = startConversion({ db, uploads: join(dataDir, 'uploads') })
  await conversion.isDone()
  await conversion.stop()
  await db.destroy()
}

export async function waitForLock(folder: string) {
  while (true)
    try {
      return lockFolder(folder, 'a test')
    } catch (error) {
      if ((error as { code?: string }).code !== 'IN_USE') throw error
      await pass(50)
    }
}

async function startInFolder(
  dataDir: string,
  settings: Record<string, string> = {},
  node?: string[],
): Promise<Stoppable> {
  const { words, additions } = node ? { words: node, additions: {} } : getNodeCommand(settings)
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
  const { output, removeLog } = collectOutput(server, log)
  // Also runs if a check fails.
  const leave = () => {
    server.kill('SIGKILL')
    removeLog()
  }
  process.once('exit', leave)
  const url = await waitForAddress(server, output)
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
    kill: leave,
    [Symbol.asyncDispose]: stop,
  }
}

/** Copies a SQLite database with its schema over the one at `to`, which may be in use. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const db = new SQLite(from, { timeout: 5000 })
  try {
    // better-sqlite3 13 resolves without a page copied if the one at `to` is locked by a write at that moment.
    while ((await db.backup(to)).totalPages === 0) await pass(20)
  } finally {
    db.close()
  }
}

/** Copies a running server's database and uploads. `putBack` restores them, any number of times; `remove` deletes the copy. */
export async function saveState({ dataDir }: Pick<RunningRiverbank, 'dataDir'>, folder = tmpdir()) {
  const stored = mkdtempSync(join(folder, 'riverbank-kept-'))
  const copyUploads = (from: string, to: string) =>
    cpSync(join(from, 'uploads'), join(to, 'uploads'), { recursive: true, force: false })
  await copyDatabase(join(dataDir, 'riverbank.sqlite'), join(stored, 'riverbank.sqlite'))
  copyUploads(dataDir, stored)
  return {
    restore: async () => {
      await copyDatabase(join(stored, 'riverbank.sqlite'), join(dataDir, 'riverbank.sqlite'))
      copyUploads(stored, dataDir)
    },
    remove: () => rmSync(stored, { recursive: true }),
  }
}
