// One process per folder: a process that works on DATA_DIR holds its lock.
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { requireUsableFolder } from './folder.mjs'

/** In ms: how long a killed process may take to end. */
const LOCK_TIMEOUT = 1000

/** The locks of this process by folder. Global, since the bundle has a copy of this module and development reloads it. */
const LOCKS = Symbol.for('riverbank.locks')
globalThis[LOCKS] ??= new Map()
const heldLocks = globalThis[LOCKS]

/** Who holds a folder's lock, and what to stop. Its lock.json may be missing if the disk was full. */
function readHolder(folder) {
  try {
    const { by, pid, host, since } = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))
    return { words: `${by}, process ${pid} on ${host}, since ${since}`, name: by === 'Riverbank' ? by : 'that' }
  } catch {
    return { words: 'another process', name: 'that' }
  }
}

/**
 * Takes the lock of the data folder `dataDir` for this process, until `release` or its end; returns an existing lock of this process.
 * Throws an Error if the folder can't be used, and one with the code IN_USE if another process holds the lock. `by` is the name of this
 * program in that message.
 */
export function lockFolder(dataDir, by = 'Riverbank') {
  requireUsableFolder(dataDir)
  const folder = realpathSync(dataDir)
  const before = heldLocks.get(folder)
  if (before) return before

  // SQLite uses the kernel's lock (fcntl): it ends with the process, so it is never stale, and child processes don't inherit it. Nothing
  // is written to the file, so that it works on a full disk too.
  const sqlite = new SQLite(join(folder, 'lock.sqlite'), { timeout: LOCK_TIMEOUT })
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE')
    sqlite.pragma('journal_mode = MEMORY')
    sqlite.exec('begin exclusive')
  } catch (error) {
    sqlite.close()
    if (!String(error.code).startsWith('SQLITE_BUSY')) throw error
    const { words, name } = readHolder(folder)
    const message = `${dataDir} is in use by ${words}. Stop ${name} first, or choose another folder: DATA_DIR=…`
    throw Object.assign(new Error(message), { code: 'IN_USE' })
  }

  const holderFile = join(folder, 'lock.json')
  const self = { by, pid: process.pid, host: hostname(), since: new Date().toISOString() }
  try {
    writeFileSync(holderFile, JSON.stringify(self))
  } catch {
    // Only for people: the lock works without it.
    rmSync(holderFile, { force: true })
  }
  const lock = {
    release: () => {
      heldLocks.delete(folder)
      rmSync(holderFile, { force: true })
      sqlite.close()
    },
  }
  heldLocks.set(folder, lock)
  return lock
}
