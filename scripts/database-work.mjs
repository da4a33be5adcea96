// A thread for what SQLite does to a whole database at once, which would keep a server from answering meanwhile
// (db/erase.ts, app/backups/database.server.ts). Posts what it found.
import { rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

const { path, job, copyTo } = workerData
/** As SQLite counts them, 2 MB. More makes nothing faster here, and 16 MB of it would be a server's until its end. */
const CACHE = 'cache_size = -2000'

/** Writes the database to `copyTo`, without a byte of a deleted row (db/erase.ts). */
function rewriteTo(sqlite) {
  sqlite.prepare('vacuum into ?').run(copyTo)
}

/**
 * Copies the database as it is at this moment to `copyTo`, in two steps: the first is short, since it keeps the write-ahead log from
 * shrinking; the second writes no byte of a deleted row. Posts progress once the moment is fixed.
 */
async function copy(sqlite) {
  sqlite.exec('begin')
  // From its first query on, a transaction sees the database as it is now.
  sqlite.prepare('select 1 from sqlite_schema').get()
  parentPort.postMessage({ progress: 0 })
  const raw = `${copyTo}-raw`
  await sqlite.backup(raw)
  sqlite.exec('commit')
  const copied = new SQLite(raw, { fileMustExist: true })
  try {
    copied.pragma(CACHE)
    rewriteTo(copied)
  } finally {
    copied.close()
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(raw + suffix, { force: true })
}

/** What one of SQLite's own checks says, line by line; nothing for a database that is well. */
const wrongPages = (sqlite, check) =>
  sqlite
    .prepare(`pragma ${check}`)
    .pluck()
    .all()
    .filter((line) => line !== 'ok')

/** What is wrong with the whole database, line by line. */
function faults(sqlite) {
  const strays = sqlite.pragma('foreign_key_check')
  return [
    ...wrongPages(sqlite, 'integrity_check(10)'),
    ...strays.slice(0, 10).map(({ table, parent }) => `a row of ${table} names one that ${parent} has not`),
  ]
}

/**
 * Writes the whole database again, so that no byte of a deleted row is in its file or its log. False while another process reads: the
 * log can't be emptied then.
 */
function rewrite(sqlite) {
  sqlite.pragma('secure_delete = ON')
  const emptyLog = () => {
    // Long enough for the queries of this process. Another's may take minutes.
    sqlite.pragma('busy_timeout = 200')
    return sqlite.pragma('wal_checkpoint(truncate)')[0].busy === 0
  }
  try {
    sqlite.exec('vacuum')
  } catch (error) {
    // A disk that was too small for it is full of its log.
    emptyLog()
    throw error
  }
  return emptyLog()
}

const jobs = { check: faults, checkPages: (sqlite) => wrongPages(sqlite, 'quick_check(10)'), copy, rewriteTo, rewrite }

async function work() {
  const sqlite = new SQLite(path, { fileMustExist: true, readonly: job === 'checkPages' })
  try {
    sqlite.pragma(CACHE)
    return await jobs[job](sqlite)
  } finally {
    sqlite.close()
  }
}

try {
  parentPort.postMessage({ result: await work() })
} catch ({ code, message }) {
  // Thrown, it would arrive without its message.
  parentPort.postMessage({ error: { code, message } })
}
