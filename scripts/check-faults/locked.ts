import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { startRiverbank } from '../../app/test/running'
import { logInAll } from '../../app/test/served'
import { withDatabase, wrongIn } from '../shared/data-folder'
import { quantile, tally } from '../shared/measures'
import type { Pace } from '../shared/topics'
import { ask, screensOf, writesOf, wrongWith } from '../shared/writes'
import { STORES_NOTHING } from './full-disk'

/** The most milliseconds that a page which only reads may take while the database is locked, but for one in a hundred. */
const SLOWEST = 300
/** The product waits five seconds, and answers soon afterwards; uploads go in two at a time, so that some wait longer. */
const PATIENCE = 8000
const BUSY = 503
/** The short form tries each fifth write. */
const SAMPLE = 5
/** The milliseconds between two pages in the short form, which runs next to other checks. */
const BETWEEN_PAGES = 40
/** The milliseconds between the beginnings of two writes: many wait at a time, but what is measured is not their number. */
const BETWEEN = 250
const sentence = 'busy with something else'

/** Holds a write transaction, as another program may, until `free`. */
function lock(dataDir: string): { free: () => void } {
  const other = new SQLite(join(dataDir, 'riverbank.sqlite'))
  other.exec('begin immediate')
  return { free: () => other.close() }
}

/** Another program holds a write transaction: pages that only read go on, writes wait, and are refused with their forms. */
export async function lockedFaults({ short, leniency }: Pace): Promise<string[]> {
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const { url, dataDir, change } = riverbank
  const faults: string[] = []
  const sessions = await logInAll(riverbank)
  const pages = screensOf(riverbank, sessions)
  const all = await writesOf(riverbank, sessions)
  const writes = all.filter((_, index) => !short || index % SAMPLE === 0)
  change("update sessions set lastUsedAt = '2026-01-01T00:00:00.000Z'")

  // A short lock costs nobody anything.
  const enquiry = all.find(({ name }) => name === 'POST /api/contact')!
  const brief = lock(dataDir)
  const waiting = ask(url, enquiry)
  await setTimeout(1000)
  brief.free()
  const { status: saved } = await waiting
  if (saved >= 400) faults.push(`under a short lock an enquiry was answered ${saved}`)

  const held = lock(dataDir)
  const writing = Promise.all(
    writes.map(async (write, index) => {
      await setTimeout(index * BETWEEN)
      return [write, await ask(url, write)] as const
    }),
  )
  const took: number[] = []
  let isOver = false
  void writing.finally(() => {
    isOver = true
  })
  while (!isOver)
    for (const { screen, ...requested } of pages) {
      const answer = await ask(url, requested)
      took.push(answer.took)
      if (short) await setTimeout(BETWEEN_PAGES)
      if (answer.status !== (screen.answers ?? 200))
        faults.push(`${requested.path} answered ${answer.status} while locked`)
      if (isOver) break
    }
  const refused = await writing
  const health = await ask(url, { path: '/healthz', method: 'GET', headers: {} })
  if (health.status !== 503 || !/locked/.test(health.text)) faults.push(`/healthz: ${health.status} ${health.text}`)
  held.free()

  const p99 = quantile(took, 0.99)
  console.log(
    `    locked: ${took.length} pages, p99 ${p99.toFixed()} ms; ${refused.length} forms and calls ${tally(refused.map(([, { status }]) => status))}`,
  )
  if (p99 > SLOWEST * leniency) faults.push(`the p99 of reading is ${p99.toFixed()} ms`)
  const tried = refused.filter(([{ name }, { status }]) => status !== 400 && !STORES_NOTHING.test(name))
  for (const [write, answer] of tried) {
    faults.push(...wrongWith(write, answer, BUSY, sentence))
    const { name, isUpload } = write
    if (!isUpload && answer.took > PATIENCE * leniency) faults.push(`${name} was answered after ${answer.took} ms`)
    if (answer.status === BUSY && !answer.retryAfter) faults.push(`${name} has no Retry-After`)
  }
  if (tried.length < writes.length * 0.7)
    faults.push(`only ${tried.length} of ${writes.length} forms and calls are valid`)

  withDatabase(dataDir, (db) => db.pragma('wal_checkpoint'))
  faults.push(...wrongIn(dataDir))
  return faults
}
