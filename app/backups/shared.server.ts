import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { measure, openArchive, sync } from './archive.server'
import { HOURLY, hourlyName, type Part, UPLOADS, uploadName } from './entries'
import { hourlyIn } from './folder.server'
import { UNFINISHED } from './make.server'
import { hourlyOf } from './opened.server'

/** The uploads that hourly backups share, while one is made. They never change under their name. */
interface Sharing {
  dataDir: string
  /** The folder of the hourly backups. */
  folder: string
  /** What the newest of them says of its uploads: none is read again for its hash. */
  known: Map<string, Part>
  /** Those that are there, by name. */
  shared: Map<string, Part>
  signal?: AbortSignal
}

/** So many files are looked at or copied at a time. */
const AT_ONCE = 16

/** Begins to share uploads for an hourly backup of `dataDir` in `backupDir`. */
export async function beginSharing(dataDir: string, backupDir: string, signal?: AbortSignal): Promise<Sharing> {
  let known: Part[] | null = null
  for (const moment of (await hourlyIn(backupDir)).reverse()) known ??= await sharedBy(backupDir, moment)
  const byName = new Map(known?.map((part) => [part.name, part]))
  return { dataDir, folder: join(backupDir, HOURLY), known: byName, shared: new Map(), signal }
}

/** The uploads that an hourly backup names; null where it can't be read. */
async function sharedBy(backupDir: string, moment: Date): Promise<Part[] | null> {
  try {
    const archive = await openArchive(join(backupDir, HOURLY, hourlyName(moment)))
    archive.close()
    return hourlyOf(archive.manifest)?.shared ?? null
  } catch {
    return null
  }
}

async function uploadsIn(folder: string): Promise<string[]> {
  const files = await readdir(join(folder, UPLOADS)).catch(() => [])
  return files.filter((file) => uploadName.test(file)).map((file) => `${UPLOADS}/${file}`)
}

/** Shares what has come since the last call, and waits for the disk. */
export async function shareNew(sharing: Sharing): Promise<void> {
  const { dataDir, folder, shared, signal } = sharing
  const names = new Set([...(await uploadsIn(dataDir)), ...(await uploadsIn(folder))])
  const left = [...names].filter((name) => !shared.has(name))
  for (let next = 0; next < left.length; next += AT_ONCE) {
    signal?.throwIfAborted()
    const parts = await Promise.all(left.slice(next, next + AT_ONCE).map((name) => share(sharing, name)))
    for (const part of parts) if (part) shared.set(part.name, part)
  }
  await sync(join(folder, UPLOADS))
}

/** Shares one file; null where it is gone. */
async function share({ dataDir, folder, known, signal }: Sharing, name: string): Promise<Part | null> {
  const [from, to] = [join(dataDir, name), join(folder, name)]
  const before = known.get(name)
  const found = await stat(to).catch(() => null)
  if (found && found.size === before?.size) return before
  try {
    // Its disk cut it short.
    if (found && before) await rm(to)
    if (!found || before) await place(from, to, signal)
    return { name, ...(await measure(to, { signal })) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Links a file, which takes no room on the same disk, or else copies it, whole or not at all. */
async function place(from: string, to: string, signal?: AbortSignal): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await rm(to + UNFINISHED, { force: true })
    await measure(from, { to: to + UNFINISHED, signal })
    await sync(to + UNFINISHED)
    await rename(to + UNFINISHED, to)
  }
}

/** Removes the uploads that no hourly backup in `backupDir` names; none while one of these can't be read. */
export async function removeUnshared(backupDir: string): Promise<void> {
  const left = new Set(await uploadsIn(join(backupDir, HOURLY)))
  for (const moment of (await hourlyIn(backupDir)).reverse()) {
    if (left.size === 0) return
    const parts = await sharedBy(backupDir, moment)
    if (!parts) return
    for (const { name } of parts) left.delete(name)
  }
  for (const name of left) await rm(join(backupDir, HOURLY, name), { force: true })
}
