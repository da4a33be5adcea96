// A thread for what SQLite does to a whole database at once, which would keep a server from answering meanwhile
// (app/backups/database.server.ts). Posts what it found.
import { parentPort, workerData } from 'node:worker_threads'
import SQLite from 'better-sqlite3'

const { path, copyTo, isQuick = false } = workerData

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
  let sqlite
  try {
    sqlite = new SQLite(path, { fileMustExist: true, readonly: isQuick })
    if (isQuick) return { faults: wrongPages(sqlite, 'quick_check(10)') }
    if (!copyTo) return { faults: faults(sqlite) }
    // Written anew, so that no byte of a deleted row comes along (db/erase.ts).
    sqlite.prepare('vacuum into ?').run(copyTo)
    return { faults: [] }
  } catch ({ code, message }) {
    // Thrown, it would arrive without its message.
    return { error: { code, message } }
  } finally {
    sqlite?.close()
  }
}

parentPort.postMessage(work())
