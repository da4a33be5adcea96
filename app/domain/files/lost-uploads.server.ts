import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
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
  /** The storage key last checked in this cycle; '' at its start. */
  checkedTo: string
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
    checkedTo: '',
    isRunning: false,
  }
  uploadsStates.set(uploads, state)
  return state
}

/** Returns the storage key in the name of an upload, a version or a copy (createCopyKey). */
export const parseStorageKey = (name: string) => name.split(/[-.]/, 1)[0] ?? ''

interface StoredKey {
  storageKey: string
  /** In bytes; null if the table has no sizes. */
  size: number | null
}

/** Queries of every table with a storageKey column, so that new tables need no change here. */
async function selectFromUploadTables(db: Database, suffix: RawBuilder<unknown>): Promise<StoredKey[]> {
  const tables = await sql<{ name: string; sized: 0 | 1 }>`select tables.name,
    exists (select 1 from pragma_table_info(tables.name) as fields where fields.name = 'size') as sized
    from sqlite_schema as tables join pragma_table_info(tables.name) as columns on columns.name = 'storageKey'
    where tables.type = 'table'`.execute(db)
  const found = tables.rows.map(({ name, sized }) => {
    const size = sized ? sql.ref('size') : sql.lit(null)
    return sql<StoredKey>`select storageKey, ${size} as size from ${sql.table(name)} ${suffix}`.execute(db)
  })
  return (await Promise.all(found)).flatMap(({ rows }) => rows)
}

/** At most `limit` storage keys of the database after `after`, in order: a centre's whole list would not fit in memory. */
async function readKeysInUse(db: Database, after: string, limit = CHECKED_AT_ONCE): Promise<StoredKey[]> {
  const rows = await selectFromUploadTables(
    db,
    sql`where storageKey > ${after} order by storageKey limit ${sql.lit(limit)}`,
  )
  return rows.sort((one, other) => (one.storageKey < other.storageKey ? -1 : 1)).slice(0, limit)
}

/** The sizes in bytes (null if not stored) of the uploads, among those given by key, that the database names. */
async function findUploadsInUse(db: Database, keys: readonly string[]): Promise<Map<string, number | null>> {
  // From the key itself to those of its copies (createCopyKey).
  const rows = await selectFromUploadTables(
    db,
    sql`join json_each(${JSON.stringify(keys)}) as one on storageKey >= one.value and storageKey < one.value || '/'`,
  )
  return new Map(rows.map(({ storageKey, size }) => [parseStorageKey(storageKey), size]))
}

/** The names among the given ones of files whose upload no row names. */
export async function findUnusedNames(db: Database, names: readonly string[]): Promise<string[]> {
  const unused: string[] = []
  for (let start = 0; start < names.length; start += CHECKED_AT_ONCE) {
    const batch = names.slice(start, start + CHECKED_AT_ONCE)
    const inUse = await findUploadsInUse(db, batch.map(parseStorageKey))
    unused.push(...batch.filter((name) => !inUse.has(parseStorageKey(name))))
  }
  return unused
}

export const hasUploads = async (db: Database) => (await readKeysInUse(db, '', 1)).length > 0

/** The number of files that the database names; copies share one. */
export async function countUploads(db: Database): Promise<number> {
  let count = 0
  let last = ''
  for (let keys = await readKeysInUse(db, ''); keys.length > 0; keys = await readKeysInUse(db, keys.at(-1)!.storageKey))
    for (const key of keys.map(({ storageKey }) => parseStorageKey(storageKey))) {
      if (key !== last) count++
      last = key
    }
  return count
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

/** The next files to check; after the last, the first again. */
async function readNextKeys(db: Database, { checkedTo }: UploadsState): Promise<StoredKey[]> {
  const next = await readKeysInUse(db, checkedTo)
  return next.length > 0 || checkedTo === '' ? next : readKeysInUse(db, '')
}

/** Checks the folder, the lost files, and the next few hundred files (`whole`: all), one at a time. */
export async function findLostUploads(db: Database, uploads: string, { whole = false } = {}): Promise<void> {
  const state = getUploadsState(uploads)
  if (state.isRunning) return
  state.isRunning = true
  try {
    let keys = await readNextKeys(db, state)
    state.checkStartedAt = performance.now()
    const isGone = keys.length > 0 && !(await isFolderInUse(uploads))
    state.checkStartedAt = undefined
    state.filesWithoutFolder = isGone ? await countUploads(db) : 0
    if (isGone) {
      state.checkedTo = ''
      return
    }
    const missing = new Set(state.lost)
    do {
      for (const { storageKey, size } of keys) {
        const key = parseStorageKey(storageKey)
        if (missing.size < MAX_REMEMBERED && !(await isIntact(state, join(uploads, key), size))) missing.add(key)
      }
      state.checkedTo = keys.at(-1)?.storageKey ?? ''
      keys = whole && missing.size < MAX_REMEMBERED ? await readKeysInUse(db, state.checkedTo) : []
    } while (keys.length > 0)
    if (missing.size > 0) await confirmLost(db, uploads, missing)
  } finally {
    state.isRunning = false
    state.checkStartedAt = undefined
  }
}

/** Records the missing files that the database still has, and forgets those found or deleted since. */
async function confirmLost(db: Database, uploads: string, missing: Set<string>): Promise<void> {
  const state = getUploadsState(uploads)
  const named = await findUploadsInUse(db, [...missing].map(parseStorageKey))
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
