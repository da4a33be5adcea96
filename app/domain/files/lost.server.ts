import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { log } from '~/log.server'
import type { Database } from '~db/schema'

/** How many stored files are checked at a time, so that even a slow network disk is asked little; and how many lost ones are remembered. */
const AT_A_TIME = 500
const MOST_REMEMBERED = 1000
/** In milliseconds: after so long without an answer a disk is told of. */
const NO_ANSWER = 30_000

interface Known {
  /** Names of stored files that rows name, and whose bytes were gone or cut short when they were last looked for. */
  lost: Set<string>
  /** How many files the database names while the folder is gone; 0 while it is there. */
  filesWithoutFolder: number
  /** How many the last backup lacks. */
  notBackedUp: number
  /** What is still to be looked at, until all has been. */
  unchecked: [key: string, size: number | null][]
  /** When the disk was asked what it has not answered yet (of performance.now). */
  askedAt?: number
  isRunning: boolean
}

const folders = new Map<string, Known>()

function knownOf(uploads: string): Known {
  const known = folders.get(uploads) ?? {
    lost: new Set(),
    filesWithoutFolder: 0,
    notBackedUp: 0,
    unchecked: [],
    isRunning: false,
  }
  folders.set(uploads, known)
  return known
}

/** The storage key in the name of an upload or of a version of it; also of a copy's (createCopyKey), which are the same bytes. */
export const parseStorageKey = (name: string) => name.split(/[-.]/, 1)[0] ?? ''

/** The storage keys that rows name, with the sizes in bytes where they know them. New tables are found without being listed here. */
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

/** Records a stored file whose bytes are gone although a row names it: /readyz and the operator are told until they are back. */
export function recordLost(uploads: string, name: string): void {
  const { lost } = knownOf(uploads)
  if (lost.size === 0) log.error({ name }, 'an upload has lost its bytes')
  if (lost.size < MOST_REMEMBERED) lost.add(name)
}

/** Records what a backup lacks, as its manifest names it ('uploads/0a…'); nothing for a whole one. */
export function recordNotBackedUp(uploads: string, incomplete: string[]): void {
  knownOf(uploads).notBackedUp = incomplete.length
  for (const name of incomplete) recordLost(uploads, name.replace(/^.*\//, ''))
}

/** True for a folder with anything in it; a disk that is not mounted leaves an empty one, or none. */
export async function isFolderInUse(folder: string): Promise<boolean> {
  const opened = await opendir(folder).catch(() => null)
  return opened !== null && (await opened.read().finally(() => opened.close())) !== null
}

/** Records that the folder is gone, or empty, although rows name so many files. */
export function recordMissingFolder(uploads: string, files: number): void {
  knownOf(uploads).filesWithoutFolder = files
}

/** What the operator is told of lost uploads; null while none is known of. */
export function describeLostUploads(uploads: string): string | null {
  const { lost, filesWithoutFolder: homeless, notBackedUp, askedAt = Number.POSITIVE_INFINITY } = knownOf(uploads)
  if (performance.now() - askedAt > NO_ANSWER) return 'The disk of the uploaded files does not answer.'
  if (homeless > 0)
    return `The folder of uploads is gone or empty, and ${homeless} files should be there: see whether its disk is mounted. Nothing can be uploaded until it is back.`
  if (lost.size === 0) return null
  const many = `${lost.size === MOST_REMEMBERED ? 'More than ' : ''}${lost.size}`
  const backup = notBackedUp > 0 ? ` The last backup lacks ${notBackedUp}.` : ''
  return `The bytes of ${many} uploaded files are gone or cut short. See whether their disk is well, or take them from a backup; the doctor names them.${backup}`
}

async function isThere(known: Known, path: string, size: number | null | undefined): Promise<boolean> {
  known.askedAt = performance.now()
  const found = await stat(path).catch(() => null)
  known.askedAt = undefined
  return found?.isFile() === true && (typeof size !== 'number' || found.size === size)
}

/** Looks for the folder, for what was lost, and for the next few hundred files (`whole`: all), one after the other. */
export async function findLostUploads(db: Database, uploads: string, { whole = false } = {}): Promise<void> {
  const known = knownOf(uploads)
  if (known.isRunning) return
  known.isRunning = true
  try {
    if (known.unchecked.length === 0) known.unchecked = [...(await listUploadsInUse(db))]
    known.askedAt = performance.now()
    const isGone = known.unchecked.length > 0 && !(await isFolderInUse(uploads))
    known.askedAt = undefined
    known.filesWithoutFolder = isGone ? (await listUploadsInUse(db)).size : 0
    if (isGone) {
      known.unchecked = []
      return
    }
    const missing = new Set(known.lost)
    for (const [key, size] of known.unchecked.splice(0, whole ? Number.POSITIVE_INFINITY : AT_A_TIME))
      if (missing.size < MOST_REMEMBERED && !(await isThere(known, join(uploads, key), size))) missing.add(key)
    if (missing.size > 0) await confirm(db, uploads, missing)
  } finally {
    known.isRunning = false
    known.askedAt = undefined
  }
}

/** Keeps of the `missing` those that rows still name, and that are still not there. */
async function confirm(db: Database, uploads: string, missing: Set<string>): Promise<void> {
  const known = knownOf(uploads)
  const named = await listUploadsInUse(db)
  const before = known.lost.size
  for (const name of missing) {
    const key = parseStorageKey(name)
    // Only the whole file's size is known, not that of a version.
    if (!named.has(key) || (await isThere(known, join(uploads, name), name === key ? named.get(key) : null)))
      known.lost.delete(name)
    else if (known.lost.size < MOST_REMEMBERED) known.lost.add(name)
  }
  if (known.lost.size !== before)
    log.error({ lost: known.lost.size, some: [...known.lost].slice(0, 3) }, 'uploads that have lost their bytes')
}
