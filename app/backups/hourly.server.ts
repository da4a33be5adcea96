import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { constants, createGzip } from 'node:zlib'
import { backupRetention } from '~/content/retention-terms'
import { parseStorageKey } from '~/domain/files/lost-uploads.server'
import { log } from '~/log.server'
import { commit } from '~/version'
import { copyAndHash, openArchive, syncToDisk, writeArchive } from './archive.server'
import type { WatchedFolders } from './clock.server'
import { listUploads, readDatabase, readSchemaVersion, rewriteDatabase, withSqlite } from './database.server'
import {
  type ArchivePart,
  createHourlyName,
  DATABASE,
  HOURLY,
  PACKED_DATABASE,
  SECRET,
  UPLOAD_NAME,
  UPLOADS,
} from './entries'
import { type DataFolders, findNewestBackups, listHourlyBackups } from './folder.server'
import {
  createSizeLookup,
  requireDiskSpace,
  UNFINISHED_NAME,
  verifyDatabase,
  withStaging,
  writeAtomically,
} from './make.server'
import { readHourlyManifest, unpackDatabase } from './opened.server'
import { isPlausible } from './schedule'

/** The shared uploads of hourly backups, while one is made. An upload never changes under its name. */
interface SharedUploads {
  dataDir: string
  /** The folder of the hourly backups. */
  folder: string
  /** The uploads in the newest hourly backup, whose hashes need not be computed again. */
  known: Map<string, ArchivePart>
  /** The uploads that are in the folder, by name. */
  shared: Map<string, ArchivePart>
  signal?: AbortSignal
}

/** How many files are checked or copied at a time. */
const CONCURRENCY = 16

/** Prepares to share uploads for an hourly backup of `dataDir` in `backupDir`. */
async function openSharedUploads(dataDir: string, backupDir: string, signal?: AbortSignal): Promise<SharedUploads> {
  let known: ArchivePart[] | null = null
  for (const moment of (await listHourlyBackups(backupDir)).reverse())
    known ??= await readSharedParts(backupDir, moment)
  const byName = new Map(known?.map((part) => [part.name, part]))
  return { dataDir, folder: join(backupDir, HOURLY), known: byName, shared: new Map(), signal }
}

/** The uploads that an hourly backup lists; null if it can't be read. */
async function readSharedParts(backupDir: string, moment: Date): Promise<ArchivePart[] | null> {
  try {
    const archive = await openArchive(join(backupDir, HOURLY, createHourlyName(moment)))
    archive.close()
    return readHourlyManifest(archive.manifest)?.shared ?? null
  } catch {
    return null
  }
}

async function listUploadEntries(folder: string): Promise<string[]> {
  const files = await readdir(join(folder, UPLOADS)).catch(() => [])
  return files.filter((file) => UPLOAD_NAME.test(file)).map((file) => `${UPLOADS}/${file}`)
}

/** Shares uploads that are new since the last call, and syncs them to disk. */
async function shareNewUploads(sharing: SharedUploads): Promise<void> {
  const { dataDir, folder, shared, signal } = sharing
  const names = new Set([...(await listUploadEntries(dataDir)), ...(await listUploadEntries(folder))])
  const left = [...names].filter((name) => !shared.has(name))
  for (let next = 0; next < left.length; next += CONCURRENCY) {
    signal?.throwIfAborted()
    const parts = await Promise.all(left.slice(next, next + CONCURRENCY).map((name) => shareUpload(sharing, name)))
    for (const part of parts) if (part) shared.set(part.name, part)
  }
  await syncToDisk(join(folder, UPLOADS))
}

/** Shares one file; null if it was deleted. */
async function shareUpload(
  { dataDir, folder, known, signal }: SharedUploads,
  name: string,
): Promise<ArchivePart | null> {
  const [from, to] = [join(dataDir, name), join(folder, name)]
  const before = known.get(name)
  const found = await stat(to).catch(() => null)
  if (found && found.size === before?.size) return before
  try {
    // A truncated copy.
    if (found && before) await rm(to)
    if (!found || before) await linkOrCopy(from, to, signal)
    return { name, ...(await copyAndHash(to, { signal })) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Links a file, which takes no space on the same disk, or else copies it atomically. */
async function linkOrCopy(from: string, to: string, signal?: AbortSignal): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await rm(to + UNFINISHED_NAME, { force: true })
    await copyAndHash(from, { to: to + UNFINISHED_NAME, signal })
    await syncToDisk(to + UNFINISHED_NAME)
    await rename(to + UNFINISHED_NAME, to)
  }
}

/** Removes uploads that no hourly backup in `backupDir` lists; none if one of the backups can't be read. */
async function removeUnsharedUploads(backupDir: string): Promise<void> {
  const left = new Set(await listUploadEntries(join(backupDir, HOURLY)))
  for (const moment of (await listHourlyBackups(backupDir)).reverse()) {
    if (left.size === 0) return
    const parts = await readSharedParts(backupDir, moment)
    if (!parts) return
    for (const { name } of parts) left.delete(name)
  }
  for (const name of left) await rm(join(backupDir, HOURLY, name), { force: true })
}

const HOUR = 3_600_000
/** How often the database is copied if uploads in the copy are deleted meanwhile. */
const MAX_COPIES = 3
/** Shrinks the database to a sixth; a higher level takes three times as long and saves a tenth of that. */
const COMPRESSION_LEVEL = constants.Z_BEST_SPEED

/**
 * Makes an hourly backup: the compressed database, and next to it the uploads, which all hourly backups share. The file gets its name
 * only after it was verified. It leaves out the outbox, which only a demonstration has. Throws BackupFailed.
 */
export async function makeHourlyBackup({ dataDir, backups }: DataFolders, signal?: AbortSignal) {
  signal?.throwIfAborted()
  const folder = join(backups.folder, HOURLY)
  const madeAt = new Date()
  // Never create BACKUP_DIR: if it is missing, its disk may be unmounted.
  await stat(backups.folder)
  await mkdir(join(folder, UPLOADS), { recursive: true })
  const { size } = await stat(join(dataDir, DATABASE))
  // A plain and a compressed copy.
  await requireDiskSpace(dataDir, 2 * size)
  await requireDiskSpace(folder, size)
  return withStaging(dataDir, async (staging) => {
    const [copy, packed] = [join(staging, DATABASE), join(staging, PACKED_DATABASE)]
    const { shared, ...about } = await copyConsistently({ dataDir, backups }, copy, signal)
    const database = await copyAndHash(copy, { after: [createGzip({ level: COMPRESSION_LEVEL })], to: packed, signal })
    await unpackDatabase(packed, database, { to: null, signal })
    const hasSecret = existsSync(join(dataDir, SECRET))
    if (hasSecret) await copyFile(join(dataDir, SECRET), join(staging, SECRET))
    return writeAtomically(join(folder, createHourlyName(madeAt)), async (unfinished) => {
      const manifest = await writeArchive(unfinished, {
        ...{ folder: staging, names: hasSecret ? [PACKED_DATABASE, SECRET] : [PACKED_DATABASE], signal },
        ...{ madeAt: madeAt.toISOString(), program: { commit, node: process.version } },
        ...{ ...about, hourly: { database, shared } },
      })
      await verifyArchive(unfinished, signal)
      return { manifest }
    })
  })
}

/**
 * Copies the database to the new file `copy`, and shares every upload in it, most of them before the copy. Also returns the uploads that
 * are missing or incomplete in DATA_DIR. Throws BackupFailed.
 */
async function copyConsistently({ dataDir, backups }: DataFolders, copy: string, signal?: AbortSignal) {
  const sharing = await openSharedUploads(dataDir, backups.folder, signal)
  for (let copies = 1; ; copies++) {
    await shareNewUploads(sharing)
    await rm(copy, { force: true })
    await rewriteDatabase(join(dataDir, DATABASE), copy, signal)
    const found = (database: Parameters<typeof readSchemaVersion>[0]) => ({
      schema: readSchemaVersion(database),
      uploads: listUploads(database),
    })
    const { schema, uploads } = withSqlite(copy, { readonly: true }, found)
    // Uploads that arrived during the copy may be in it.
    await shareNewUploads(sharing)
    const shared = [...sharing.shared.values()].filter(({ name }) => uploads.has(parseStorageKey(basename(name))))
    const sizeOf = createSizeLookup(shared)
    const lacking = [...uploads].filter(([key, size]) => {
      const found = sizeOf(`${UPLOADS}/${key}`)
      return found === null || (size !== null && size !== found)
    })
    // An upload was added and deleted during the copy: the next copy does not have it.
    if (lacking.length > 0 && copies < MAX_COPIES) {
      const now = readDatabase({ dataDir }, listUploads)
      if (lacking.some(([key]) => !now.has(key))) continue
    }
    const incomplete = lacking.map(([key]) => `${UPLOADS}/${key}`)
    await verifyDatabase(copy, { schema, incomplete, parts: shared }, sizeOf, signal)
    return { schema, incomplete, shared }
  }
}

async function verifyArchive(file: string, signal?: AbortSignal): Promise<void> {
  const archive = await openArchive(file)
  try {
    await archive.read(() => null, signal)
  } finally {
    archive.close()
  }
}

async function removeHourlyBackup(folder: string, moment: Date): Promise<void> {
  await rm(join(folder, HOURLY, createHourlyName(moment)), { force: true })
  await removeUnsharedUploads(folder)
}

type RemovalContext = Pick<WatchedFolders, 'backups' | 'clockWatch'>

/** The hourly backups that may be removed, oldest first: never the newest backup, and none while the clock is in doubt. */
async function listRemovable({ backups: { folder }, clockWatch }: RemovalContext): Promise<Date[]> {
  if (clockWatch.doubt()) return []
  const now = new Date()
  const { newest } = await findNewestBackups(folder)
  return (await listHourlyBackups(folder)).filter(
    (moment) => isPlausible(moment, now) && moment.getTime() !== newest?.getTime(),
  )
}

/** Removes expired hourly backups, and the uploads that only they have. */
export async function removeOldHourlyBackups(folders: RemovalContext): Promise<void> {
  for (const moment of await listRemovable(folders)) {
    if (Date.now() - moment.getTime() < backupRetention.hours * HOUR) continue
    await removeHourlyBackup(folders.backups.folder, moment)
    log.info({ file: createHourlyName(moment) }, 'removed an expired hourly backup')
  }
}

/** Removes the oldest hourly backups until `needed` bytes are free on their disk. Returns how many. */
export async function freeSpaceForHourly(folders: RemovalContext, needed: number): Promise<number> {
  const { folder } = folders.backups
  let gone = 0
  for (const moment of await listRemovable(folders)) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize >= needed) break
    await removeHourlyBackup(folder, moment)
    log.warn({ file: createHourlyName(moment) }, 'removed an hourly backup early: the disk has too little space')
    gone++
  }
  return gone
}
