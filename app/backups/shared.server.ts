import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { copyAndHash, openArchive, syncToDisk } from './archive.server'
import { type ArchivePart, createHourlyName, HOURLY, UPLOAD_NAME, UPLOADS } from './entries'
import { listHourlyBackups } from './folder.server'
import { UNFINISHED_NAME } from './make.server'
import { readHourlyManifest } from './opened.server'

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
export async function openSharedUploads(
  dataDir: string,
  backupDir: string,
  signal?: AbortSignal,
): Promise<SharedUploads> {
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
export async function shareNewUploads(sharing: SharedUploads): Promise<void> {
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
export async function removeUnsharedUploads(backupDir: string): Promise<void> {
  const left = new Set(await listUploadEntries(join(backupDir, HOURLY)))
  for (const moment of (await listHourlyBackups(backupDir)).reverse()) {
    if (left.size === 0) return
    const parts = await readSharedParts(backupDir, moment)
    if (!parts) return
    for (const { name } of parts) left.delete(name)
  }
  for (const name of left) await rm(join(backupDir, HOURLY, name), { force: true })
}
