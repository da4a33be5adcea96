// One process a folder: whoever works on DATA_DIR holds its lock.
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { usableFolder } from './folder.mjs'

/** The milliseconds that a process which was just killed may take to end. */
const PATIENCE = 1000

/** The locks of this process by folder. The built bundle has a copy of this module, and development loads it again. */
const LOCKS = Symbol.for('riverbank.locks')
globalThis[LOCKS] ??= new Map()
const held = globalThis[LOCKS]

/** Who holds a folder's lock, in words, and what to stop. What the holder wrote may be missing, where the disk was full. */
function holder(folder) {
  try {
    const { by, pid, host, since } = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))
    return { words: `${by}, process ${pid} on ${host}, since ${since}`, name: by === 'Riverbank' ? by : 'that' }
  } catch {
    return { words: 'another process', name: 'that' }
  }
}

/**
 * Takes the lock of the data folder `dataDir` for this process, until `release` or its end. Returns the lock that this process has
 * already. Throws an Error when the folder can't be used, and one with the code IN_USE, whose message names the folder and the process,
 * while another one has it. `by` is what that message calls this program.
 */
export function lockFolder(dataDir, by = 'Riverbank') {
  usableFolder(dataDir)
  const folder = realpathSync(dataDir)
  const before = held.get(folder)
  if (before) return before

  // SQLite's lock is the kernel's (fcntl): a process that is killed has none any more, and no lock is ever stale. The child
  // processes of its holder don't have it. Nothing is written into the file, so that it can be locked on a full disk too.
  const sqlite = new SQLite(join(folder, 'lock.sqlite'), { timeout: PATIENCE })
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE')
    sqlite.pragma('journal_mode = MEMORY')
    sqlite.exec('begin exclusive')
  } catch (error) {
    sqlite.close()
    if (!String(error.code).startsWith('SQLITE_BUSY')) throw error
    const { words, name } = holder(folder)
    const message = `${dataDir} is in use by ${words}. Stop ${name} first, or choose another folder: DATA_DIR=…`
    throw Object.assign(new Error(message), { code: 'IN_USE' })
  }

  const told = join(folder, 'lock.json')
  const self = { by, pid: process.pid, host: hostname(), since: new Date().toISOString() }
  try {
    writeFileSync(told, JSON.stringify(self))
  } catch {
    // It is for people alone: the lock holds without it.
    rmSync(told, { force: true })
  }
  const lock = {
    release: () => {
      held.delete(folder)
      rmSync(told, { force: true })
      sqlite.close()
    },
  }
  held.set(folder, lock)
  return lock
}
