import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { startRiverbank } from '../../../app/test/running'
import { logInAll } from '../../../app/test/served'
import { findDataFaults, withDatabase } from '../shared/data-folder'
import { formatTally, getQuantile } from '../shared/measures'
import type { CheckOptions } from '../shared/topics'
import { findAnswerFaults, listReadScreens, listWrites, sendWrite } from '../shared/writes'
import { STORES_NOTHING } from './full-disk'

/** Maximum p99 of pages that only read while the database is locked, in ms. */
const MAX_P99 = 300
/** How long the product waits for the lock, in ms. */
const LOCK_WAIT = 5000
/** In ms: longer than LOCK_WAIT. Uploads run two at a time, so some wait longer. */
const MAX_WRITE_TIME = 8000
const BUSY = 503
/** The short form tries every fifth write, and few uploads: one person's wait for each other, and each for the lock. */
const SHORT_SAMPLE = 5
const SHORT_UPLOADS = 2
/** Pause between pages in the short form, which runs next to other checks, in ms. */
const PAGE_INTERVAL = 40
/** Interval between the starts of writes, in ms: many wait at a time, but this check is not about their number. */
const WRITE_INTERVAL = 250
const sentence = 'busy with something else'

/** Holds a write transaction, as another program might, until `free`. */
function holdWriteLock(dataDir: string): { free: () => void } {
  const other = new SQLite(join(dataDir, 'riverbank.sqlite'))
  other.exec('begin immediate')
  return { free: () => other.close() }
}

/** While another program holds a write transaction, reading must work, and writes must wait and then be refused with their forms. */
export async function findLockFaults({ short, leniency }: CheckOptions): Promise<string[]> {
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const { url, dataDir, change } = riverbank
  const faults: string[] = []
  const sessions = await logInAll(riverbank)
  const pages = listReadScreens(riverbank, sessions)
  const all = await listWrites(riverbank, sessions)
  const sample = all.filter((_, index) => !short || index % SHORT_SAMPLE === 0)
  const uploads = sample.filter(({ isUpload }) => isUpload)
  const writes = sample.filter((write) => !short || uploads.indexOf(write) < SHORT_UPLOADS)
  change("update sessions set lastUsedAt = '2026-01-01T00:00:00.000Z'")

  // A short lock must only delay a write.
  const enquiry = all.find(({ name }) => name === 'POST /api/contact')!
  const brief = holdWriteLock(dataDir)
  const waiting = sendWrite(url, enquiry)
  await setTimeout(1000)
  brief.free()
  const { status: saved } = await waiting
  if (saved >= 400) faults.push(`under a short lock an enquiry got ${saved}`)

  const held = holdWriteLock(dataDir)
  const writing = Promise.all(
    writes.map(async (write, index) => {
      await setTimeout(index * WRITE_INTERVAL)
      return [write, await sendWrite(url, write)] as const
    }),
  )
  const reads: { path: string; took: number }[] = []
  let isOver = false
  void writing.finally(() => {
    isOver = true
  })
  while (!isOver)
    for (const { screen, ...requested } of pages) {
      let answer = await sendWrite(url, requested)
      // A page that waits for the lock does so each time; a machine that stalls does not.
      if (short && answer.took > LOCK_WAIT) answer = await sendWrite(url, requested)
      reads.push({ path: requested.path, took: answer.took })
      if (short) await setTimeout(PAGE_INTERVAL)
      if (answer.status !== (screen.answers ?? 200))
        faults.push(`${requested.path} answered ${answer.status} while locked`)
      if (isOver) break
    }
  const refused = await writing
  const health = await sendWrite(url, { path: '/healthz', method: 'GET', headers: {} })
  if (health.status !== 503 || !/locked/.test(health.text)) faults.push(`/healthz: ${health.status} ${health.text}`)
  held.free()

  const took = reads.map((read) => read.took)
  const p99 = getQuantile(took, 0.99)
  console.log(
    `    locked: ${took.length} pages, p99 ${p99.toFixed()} ms; ${refused.length} forms and calls ${formatTally(refused.map(([, { status }]) => status))}`,
  )
  // The short form runs next to other checks, and of its few pages the slowest would count: it only finds pages that wait for the lock.
  for (const { path, took } of reads)
    if (short && took > LOCK_WAIT) faults.push(`${path} took ${took.toFixed()} ms to read`)
  if (!short && p99 > MAX_P99) faults.push(`the p99 of reading is ${p99.toFixed()} ms`)
  const tried = refused.filter(([{ name }, { status }]) => status !== 400 && !STORES_NOTHING.test(name))
  for (const [write, answer] of tried) {
    faults.push(...findAnswerFaults(write, answer, BUSY, sentence))
    const { name, isUpload } = write
    if (!isUpload && answer.took > MAX_WRITE_TIME * leniency)
      faults.push(`${name} was answered after ${answer.took} ms`)
    if (answer.status === BUSY && !answer.retryAfter) faults.push(`${name} has no Retry-After`)
  }
  if (tried.length < writes.length * 0.7)
    faults.push(`only ${tried.length} of ${writes.length} forms and calls are valid`)

  withDatabase(dataDir, (db) => db.pragma('wal_checkpoint'))
  faults.push(...findDataFaults(dataDir))
  return faults
}
