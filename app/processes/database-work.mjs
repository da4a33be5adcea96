// A thread for SQLite operations on a whole database, which would block a server's event loop (db/erase.ts,
// app/backups/database.server.ts). Posts its result.
import { rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

const { path, job, copyTo } = workerData
/** 2 MB. More is not faster here, and the default of 16 MB would stay allocated in the server. */
const CACHE_PRAGMA = 'cache_size = -2000'

/** Writes the database to `copyTo` without the bytes of deleted rows (db/erase.ts). */
function rewriteTo(sqlite) {
  sqlite.prepare('vacuum into ?').run(copyTo)
}

/**
 * Copies the current state of the database to `copyTo`, in two steps: a quick raw copy, since it keeps the write-ahead log from shrinking,
 * then a rewrite without the bytes of deleted rows. Posts progress once the state is fixed.
 */
async function copy(sqlite) {
  sqlite.exec('begin')
  // The first query fixes the state that the transaction sees.
  sqlite.prepare('select 1 from sqlite_schema').get()
  parentPort.postMessage({ progress: 0 })
  const raw = `${copyTo}-raw`
  await sqlite.backup(raw)
  sqlite.exec('commit')
  const copied = new SQLite(raw, { fileMustExist: true })
  try {
    copied.pragma(CACHE_PRAGMA)
    rewriteTo(copied)
  } finally {
    copied.close()
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(raw + suffix, { force: true })
}

/** The faults that one of SQLite's checks reports, one per line. */
const runCheck = (sqlite, check) =>
  sqlite
    .prepare(`pragma ${check}`)
    .pluck()
    .all()
    .filter((line) => line !== 'ok')

/** All faults of the database, one per line. */
function findFaults(sqlite) {
  const strays = sqlite.pragma('foreign_key_check')
  return [
    ...runCheck(sqlite, 'integrity_check(10)'),
    ...strays.slice(0, 10).map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
  ]
}

/**
 * Rewrites the database, so that no bytes of deleted rows are left in its file or its log. Returns false while another process reads: the
 * log can't be emptied then.
 */
function rewrite(sqlite) {
  sqlite.pragma('secure_delete = ON')
  const emptyLog = () => {
    // Long enough for queries of this process; those of others may take minutes.
    sqlite.pragma('busy_timeout = 200')
    return sqlite.pragma('wal_checkpoint(truncate)')[0].busy === 0
  }
  try {
    sqlite.exec('vacuum')
  } catch (error) {
    // If the disk was too small, it is full of the log.
    emptyLog()
    throw error
  }
  return emptyLog()
}

const jobs = {
  check: findFaults,
  checkPages: (sqlite) => runCheck(sqlite, 'quick_check(10)'),
  copy,
  rewriteTo,
  rewrite,
}

async function runJob() {
  const sqlite = new SQLite(path, { fileMustExist: true, readonly: job === 'checkPages' })
  try {
    sqlite.pragma(CACHE_PRAGMA)
    return await jobs[job](sqlite)
  } finally {
    sqlite.close()
  }
}

try {
  parentPort.postMessage({ result: await runJob() })
} catch ({ code, message }) {
  // A thrown error would arrive without its message.
  parentPort.postMessage({ error: { code, message } })
}
