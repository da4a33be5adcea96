// A thread for what SQLite does to a whole database at once, which would keep a server from answering meanwhile
// (app/backups/database.server.ts). Posts what it found.
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

const { path, copyTo, isQuick = false } = workerData
/** As SQLite counts them, 2 MB. More makes nothing faster here, and 16 MB of it would be a server's until its end. */
const CACHE = 'cache_size = -2000'

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

function work() {
  const sqlite = new SQLite(path, { fileMustExist: true, readonly: isQuick })
  try {
    sqlite.pragma(CACHE)
    if (isQuick) return wrongPages(sqlite, 'quick_check(10)')
    if (!copyTo) return faults(sqlite)
    // Written anew, so that no byte of a deleted row comes along (db/erase.ts).
    sqlite.prepare('vacuum into ?').run(copyTo)
    return []
  } finally {
    sqlite.close()
  }
}

try {
  parentPort.postMessage({ result: work() })
} catch ({ code, message }) {
  // Thrown, it would arrive without its message.
  parentPort.postMessage({ error: { code, message } })
}
