import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { log } from '~/log.server'
import type { Database } from '~db/schema'

/** Files per check, few enough for a slow network disk, and the most lost files to remember. */
const CHECKED_AT_ONCE = 500
const MAX_REMEMBERED = 1000
/** Time in ms after which a disk that does not answer is reported. */
const ANSWER_TIMEOUT = 30_000

interface UploadsState {
  /** Names of stored files whose bytes were missing or truncated at the last check. */
  lost: Set<string>
  /** Number of files in the database while the folder is missing; else 0. */
  filesWithoutFolder: number
  /** Number of files missing from the last backup. */
  notBackedUp: number
  /** Files still to check in this cycle. */
  unchecked: [key: string, size: number | null][]
  /** When the current request to the disk began (performance.now); undefined once it answers. */
  checkStartedAt?: number
  isRunning: boolean
}

const uploadsStates = new Map<string, UploadsState>()

function getUploadsState(uploads: string): UploadsState {
  const state = uploadsStates.get(uploads) ?? {
    lost: new Set(),
    filesWithoutFolder: 0,
    notBackedUp: 0,
    unchecked: [],
    isRunning: false,
  }
  uploadsStates.set(uploads, state)
  return state
}

/** Returns the storage key in the name of an upload, a version or a copy (createCopyKey). */
export const parseStorageKey = (name: string) => name.split(/[-.]/, 1)[0] ?? ''

/**
 * All storage keys in the database, with sizes in bytes if stored. Finds every table with a storageKey column, so new ones need no
 * change here.
 */
export async function listUploadsInUse(db: Database): Promise<Map<string, number | null>> {
  const tables = await sql<{ name: string; sized: 0 | 1 }>`select tables.name,
    exists (select 1 from pragma_table_info(tables.name) as fields where fields.name = 'size') as sized
    from sqlite_schema as tables join pragma_table_info(tables.name) as columns on columns.name = 'storageKey'
    where tables.type = 'table'`.execute(db)
  const named = new Map<string, number | null>()
  for (const { name, sized } of tables.rows) {
    const size = sized ? sql.ref('size') : sql.lit(null)
    const keys = sql<{
      key: string
      size: number | null
    }>`select storageKey as key, ${size} as size from ${sql.table(name)}`
    for (const row of (await keys.execute(db)).rows) named.set(parseStorageKey(row.key), row.size)
  }
  return named
}

/** Records a stored file without its bytes. /readyz and the operator's report show it until the bytes are back. */
export function recordLost(uploads: string, name: string): void {
  const { lost } = getUploadsState(uploads)
  if (lost.size === 0) log.error({ name }, 'an uploaded file is missing or truncated')
  if (lost.size < MAX_REMEMBERED) lost.add(name)
}

/** Records the files missing from a backup, named as in its manifest ('uploads/0a…'); an empty list for a complete one. */
export function recordNotBackedUp(uploads: string, incomplete: string[]): void {
  getUploadsState(uploads).notBackedUp = incomplete.length
  for (const name of incomplete) recordLost(uploads, name.replace(/^.*\//, ''))
}

/** True for a folder with any content. An unmounted disk leaves an empty folder, or none. */
export async function isFolderInUse(folder: string): Promise<boolean> {
  const opened = await opendir(folder).catch(() => null)
  return opened !== null && (await opened.read().finally(() => opened.close())) !== null
}

/** Records that the folder is missing or empty although the database has `files` files. */
export function recordMissingFolder(uploads: string, files: number): void {
  getUploadsState(uploads).filesWithoutFolder = files
}

/** Describes lost uploads to the operator; null if there are none. */
export function describeLostUploads(uploads: string): string | null {
  const { lost, filesWithoutFolder, notBackedUp, checkStartedAt = Number.POSITIVE_INFINITY } = getUploadsState(uploads)
  if (performance.now() - checkStartedAt > ANSWER_TIMEOUT) return 'The disk with the uploaded files does not respond.'
  if (filesWithoutFolder > 0)
    return `The uploads folder is missing or empty. Files expected in it: ${filesWithoutFolder}. Check that its disk is mounted. Uploads are refused until it is back.`
  if (lost.size === 0) return null
  const many = `${lost.size === MAX_REMEMBERED ? 'More than ' : ''}${lost.size}`
  const backup = notBackedUp > 0 ? ` Missing from the last backup: ${notBackedUp}.` : ''
  return `Uploaded files missing or truncated: ${many}. Check their disk, or restore them from a backup. The doctor lists them.${backup}`
}

async function isIntact(state: UploadsState, path: string, size: number | null | undefined): Promise<boolean> {
  state.checkStartedAt = performance.now()
  const found = await stat(path).catch(() => null)
  state.checkStartedAt = undefined
  return found?.isFile() === true && (typeof size !== 'number' || found.size === size)
}

/** Checks the folder, the lost files, and the next few hundred files (`whole`: all), one at a time. */
export async function findLostUploads(db: Database, uploads: string, { whole = false } = {}): Promise<void> {
  const state = getUploadsState(uploads)
  if (state.isRunning) return
  state.isRunning = true
  try {
    if (state.unchecked.length === 0) state.unchecked = [...(await listUploadsInUse(db))]
    state.checkStartedAt = performance.now()
    const isGone = state.unchecked.length > 0 && !(await isFolderInUse(uploads))
    state.checkStartedAt = undefined
    state.filesWithoutFolder = isGone ? (await listUploadsInUse(db)).size : 0
    if (isGone) {
      state.unchecked = []
      return
    }
    const missing = new Set(state.lost)
    for (const [key, size] of state.unchecked.splice(0, whole ? Number.POSITIVE_INFINITY : CHECKED_AT_ONCE))
      if (missing.size < MAX_REMEMBERED && !(await isIntact(state, join(uploads, key), size))) missing.add(key)
    if (missing.size > 0) await confirmLost(db, uploads, missing)
  } finally {
    state.isRunning = false
    state.checkStartedAt = undefined
  }
}

/** Records the missing files that the database still has, and forgets those found or deleted since. */
async function confirmLost(db: Database, uploads: string, missing: Set<string>): Promise<void> {
  const state = getUploadsState(uploads)
  const named = await listUploadsInUse(db)
  const before = state.lost.size
  for (const name of missing) {
    const key = parseStorageKey(name)
    // Only the original's size is stored, not a version's.
    if (!named.has(key) || (await isIntact(state, join(uploads, name), name === key ? named.get(key) : null)))
      state.lost.delete(name)
    else if (state.lost.size < MAX_REMEMBERED) state.lost.add(name)
  }
  if (state.lost.size !== before)
    log.error({ lost: state.lost.size, some: [...state.lost].slice(0, 3) }, 'uploaded files are missing or truncated')
}
