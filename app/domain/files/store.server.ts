import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { openAsBlob } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { discardDocumentView } from '~/domain/documents/document-view.server'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import { eraseWithin } from '~db/erase'
import type { Database } from '~db/schema'
import type { Inspected } from './inspect.server'
import { SMALL_WIDTHS, type SmallWidth, VERSION_NAMES, type VersionName } from './kinds'
import {
  countUploads,
  findUnusedNames,
  hasUploads,
  isFolderInUse,
  parseStorageKey,
  recordLost,
  recordMissingFolder,
} from './lost-uploads.server'
import type { ImageVersions } from './picture.server'

/** Folder in DATA_DIR for files of forms that are still being received. Not backed up. */
export const getIncomingFolder = (dataDir: string) => join(dataDir, 'arriving')

/** Creates the folder and removes what a crash left in it. Call it at startup, before any upload begins. */
export async function clearIncoming(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Streams bytes to `path` and returns a Blob that reads from it. Throws a write error only after all bytes are received. */
export async function receiveFile(path: string, bytes: AsyncIterable<Buffer>): Promise<Blob> {
  let handle: FileHandle | undefined
  let failed: { error: unknown } | undefined
  const write = async (chunk: Buffer) => {
    handle ??= await open(path, 'wx', 0o600)
    await handle.writeFile(chunk)
  }
  try {
    for await (const chunk of bytes)
      if (!failed)
        await write(chunk).catch((error: unknown) => {
          failed = { error }
        })
  } finally {
    await handle?.close()
  }
  if (failed) throw failed.error
  return handle ? openAsBlob(path) : new Blob()
}

/** Iterates over a file's bytes. The cast is needed because the DOM's types do not declare streams as iterable. */
export function readChunks(file: Blob): AsyncIterable<Uint8Array> {
  return file.stream() as unknown as AsyncIterable<Uint8Array>
}

type Version = SmallWidth | VersionName
const getStoredName = (key: string, version?: Version) =>
  version ? `${parseStorageKey(key)}-${version}` : parseStorageKey(key)

/** Storage key for record `place`, from 0, of the same bytes. The bytes stay until the last record is deleted. */
export const createCopyKey = (key: string, index: number) => (index === 0 ? key : `${key}.${index}`)

/** Stored bytes that are missing, truncated or unreadable although a row names them. */
export class LostBytes extends Refused {
  constructor(readonly name: string) {
    super('notFound', 'Sorry, we can’t find this file just now. Please try again tomorrow, or ask the centre for it.')
  }
}

/** Temporary errors of this process. They do not mean that bytes are lost. */
const TRANSIENT_ERRORS = /^(EMFILE|ENFILE|EAGAIN|ENOMEM)$/

async function readOrThrowLost<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  return read().catch((error: NodeJS.ErrnoException) => {
    if (!error.code || TRANSIENT_ERRORS.test(error.code)) throw error
    throw new LostBytes(name)
  })
}

/** Creates a missing folder. Throws Refused, storageFailed, if it is empty although rows name files: the disk is not mounted. */
async function ensureFolder(db: Database, uploads: string): Promise<void> {
  if (await isFolderInUse(uploads)) return
  if (!(await hasUploads(db))) return void (await mkdir(uploads, { recursive: true }))
  recordMissingFolder(uploads, await countUploads(db))
  throw new Refused(
    'storageFailed',
    'We can’t store files at the moment, so this was not saved. Please tell the person who looks after the website.',
  )
}

/**
 * Emits the key of each upload that is stored or soon needed, as an event named after the uploads folder
 * (documents/conversion.server.ts).
 */
export const uploadEvents = new EventEmitter()

/** Stores bytes under a random key, then calls `record` to write the row. If either fails, neither is stored. */
export async function storeFile<Result>(
  db: Database,
  uploads: string,
  { bytes, small, versions = [] }: Pick<Inspected, 'bytes' | 'small'> & Partial<Pick<ImageVersions, 'versions'>>,
  record: (storageKey: string) => Promise<Result>,
): Promise<Result> {
  const key = randomBytes(16).toString('hex')
  await ensureFolder(db, uploads)
  try {
    for (const version of small) await writeAtomically(uploads, getStoredName(key, version.width), version.bytes)
    for (const version of versions) await writeAtomically(uploads, getStoredName(key, version.name), version.bytes)
    await writeAtomically(uploads, getStoredName(key), bytes)
    await syncFolder(uploads)
    const recorded = await record(key)
    uploadEvents.emit(uploads, key)
    return recorded
  } catch (error) {
    await discard(uploads, key)
    throw error
  }
}

/** The same for several files: `record` gets all storage keys. If anything fails, none is stored. */
export async function storeFiles<Result>(
  db: Database,
  uploads: string,
  [next, ...rest]: Parameters<typeof storeFile>[2][],
  record: (keys: string[]) => Promise<Result>,
  keys: string[] = [],
): Promise<Result> {
  if (!next) return record(keys)
  return storeFile(db, uploads, next, (key) => storeFiles(db, uploads, rest, record, [...keys, key]))
}

/** A file's bytes and small versions, as storeFile takes them. Throws LostBytes. */
export async function readStoredFile(uploads: string, key: string): Promise<Pick<Inspected, 'bytes' | 'small'>> {
  const small = await Promise.all(
    SMALL_WIDTHS.map(async (width) => {
      const bytes = await readFile(join(uploads, getStoredName(key, width))).catch(() => undefined)
      return bytes ? [{ width, bytes }] : []
    }),
  )
  return { bytes: await readOrThrowLost(key, () => readFile(join(uploads, getStoredName(key)))), small: small.flat() }
}

/** True if two storage keys have the same bytes; false if any are lost. */
export async function haveSameBytes(uploads: string, one: string, other: string): Promise<boolean> {
  if (parseStorageKey(one) === parseStorageKey(other)) return true
  const read = (key: string) => readFile(join(uploads, getStoredName(key))).catch(() => null)
  const [first, second] = [await read(one), await read(other)]
  return first !== null && second !== null && first.equals(second)
}

/** Calls `open` with the row that `query` finds, and again if the file was replaced in between. Null without a row. */
export async function openRow<Found extends { storageKey: string }, Opened>(
  uploads: string,
  query: { executeTakeFirst: () => Promise<Found | undefined> },
  open: (row: Found) => Promise<Opened>,
): Promise<Opened | null> {
  let failed: { key: string; error: unknown } | undefined
  for (;;) {
    const row = await query.executeTakeFirst()
    if (!row) return null
    if (failed?.key === row.storageKey) {
      if (failed.error instanceof LostBytes) recordLost(uploads, failed.error.name)
      throw failed.error
    }
    try {
      return await open(row)
    } catch (error) {
      failed = { key: row.storageKey, error }
    }
  }
}

/** Opens a file's bytes, or a small version if there is one. Throws LostBytes, including if the size differs from the row's. */
export async function openStored(
  uploads: string,
  row: { storageKey: string; size?: number | null },
  width?: SmallWidth,
): Promise<FileHandle> {
  const key = getStoredName(row.storageKey)
  if (width) return open(join(uploads, getStoredName(key, width))).catch(() => openStored(uploads, row))
  const handle = await readOrThrowLost(key, () => open(join(uploads, key)))
  const found = await handle.stat()
  if (found.isFile() && found.size === (row.size ?? found.size)) return handle
  await handle.close()
  throw new LostBytes(key)
}

/** Opens a website version. Throws LostBytes rather than falling back to the original. */
export function openVersion(uploads: string, key: string, version: VersionName): Promise<FileHandle> {
  const name = getStoredName(key, version)
  return readOrThrowLost(name, () => open(join(uploads, name)))
}

/** Stores a version of a file, replacing an unfinished one. */
export async function storeVersion(
  uploads: string,
  key: string,
  { name, bytes }: ImageVersions['versions'][number],
): Promise<void> {
  await rm(join(uploads, `${getStoredName(key, name)}.part`), { force: true })
  await writeAtomically(uploads, getStoredName(key, name), bytes)
}

/** Removes a file's bytes and all versions. The next startup removes what can't be removed now. */
export async function discard(uploads: string, key: string): Promise<void> {
  for (const name of [
    getStoredName(key),
    ...[...SMALL_WIDTHS, ...VERSION_NAMES].map((version) => getStoredName(key, version)),
  ])
    for (const path of [join(uploads, name), join(uploads, `${name}.part`)])
      await rm(path, { force: true }).catch((error) => log.warn({ err: error }, 'an upload could not be removed'))
  await discardDocumentView(uploads, key)
}

/** True if a document, a copy or an attachment still uses these bytes. */
export async function isStorageKeyInUse(db: Database, key: string): Promise<boolean> {
  for (const table of ['files', 'newsletterAttachments'] as const) {
    const rows = db.selectFrom(table).select('id').where('storageKey', '>=', key).where('storageKey', '<', `${key}/`)
    if (await rows.limit(1).executeTakeFirst()) return true
  }
  return false
}

/** Remembers deleted rows, whose bytes are discarded once they are gone from the database. */
export type DiscardLater = (deleted: readonly { storageKey: string }[]) => void

/** Runs `work`, then discards the bytes of the rows that it passes to its argument, unless another row still uses them. */
export async function discardFilesAfter<Result>(
  db: Database,
  uploads: string,
  work: (discardLater: DiscardLater) => Promise<Result>,
): Promise<Result> {
  const keys: string[] = []
  const result = await work(
    (deleted) => void keys.push(...deleted.map(({ storageKey }) => parseStorageKey(storageKey))),
  )
  for (const key of keys) if (!(await isStorageKeyInUse(db, key))) await discard(uploads, key)
  return result
}

/** Runs `work` as eraseWithin does, and discards bytes as discardFilesAfter does. */
export function eraseWithFiles<Result extends object | boolean | null>(
  db: Database,
  uploads: string,
  work: (change: Database, discardLater: DiscardLater) => Promise<Result>,
): Promise<Result> {
  return discardFilesAfter(db, uploads, (discardLater) => eraseWithin(db, (change) => work(change, discardLater)))
}

/** In ms: younger files may be uploads in progress. */
const ORPHAN_MIN_AGE = 3_600_000

/** Removes files older than an hour that no row names, unless no row names any file. Returns the number removed. */
export async function removeOrphanFiles(db: Database, uploads: string): Promise<number> {
  if (!(await hasUploads(db))) return 0
  const names = (await readdir(uploads).catch(() => [])).filter((name) => /^[\da-f]{32}\b/.test(name))
  const isUnfinished = (name: string) => name.endsWith('.part')
  const finished = names.filter((name) => !isUnfinished(name))
  const orphans = [...names.filter(isUnfinished), ...(await findUnusedNames(db, finished))]
  let removed = 0
  for (const path of orphans.map((name) => join(uploads, name))) {
    if (!(await isOld(path))) continue
    await rm(path, { force: true })
    removed++
  }
  if (removed > 0) log.info({ files: removed }, 'removed unfinished uploads')
  return removed
}

async function isOld(path: string): Promise<boolean> {
  const { mtimeMs = Number.POSITIVE_INFINITY } = (await stat(path).catch(() => undefined)) ?? {}
  return Date.now() - mtimeMs > ORPHAN_MIN_AGE
}

/** Writes a file atomically: to a temporary name, synced (fsync), then renamed. */
async function writeAtomically(uploads: string, name: string, bytes: Buffer | Blob): Promise<void> {
  const temporary = join(uploads, `${name}.part`)
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(bytes instanceof Blob ? readChunks(bytes) : bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, join(uploads, name))
}

async function syncFolder(uploads: string): Promise<void> {
  const folder = await open(uploads, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
