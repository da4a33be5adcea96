import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { measure, openArchive, sync } from './archive.server'
import {
  DATABASE,
  isEntry,
  type Manifest,
  type Measured,
  NotDone,
  PACKED_DATABASE,
  type Part,
  SECRET,
  UPLOADS,
} from './entries'

/** A backup of either kind. The parts of its manifest are those that a restore writes, wherever they are. */
interface OpenedBackup {
  manifest: Manifest
  /** Reads all parts, and writes those that `into` names a path for. Throws NotDone at the first that is not as the manifest says. */
  read: (into: (name: string) => string | null, signal?: AbortSignal) => Promise<void>
  close: () => void
}

/**
 * Opens a daily or an hourly backup. The uploads that belong to an hourly one are next to it, or, where they are gone there, in the data
 * folder `dataDir`. Throws NotDone for one that is damaged or lacks some of them.
 */
export async function openBackup(file: string, dataDir: string): Promise<OpenedBackup> {
  const archive = await openArchive(file)
  try {
    const hourly = hourlyOf(archive.manifest)
    if (!hourly) return archive
    const { database, shared } = hourly
    const own = archive.manifest.parts.filter(({ name }) => name !== PACKED_DATABASE)
    const folders = [dirname(file), dataDir]
    await requireShared(shared, folders)
    return {
      manifest: { ...archive.manifest, parts: [{ name: DATABASE, ...database }, ...own, ...shared] },
      read: async (into, signal) => {
        const copy = into(DATABASE)
        const packed = copy && `${copy}.gz`
        await archive.read((name) => (name === PACKED_DATABASE ? packed : into(name)), signal)
        if (packed) await unpackDatabase(packed, database, { to: copy, signal })
        if (packed) await rm(packed)
        for (const part of shared) await readShared(part, folders, { to: into(part.name), signal })
      },
      close: archive.close,
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

const hourlyParts = [PACKED_DATABASE, SECRET]

/** What a manifest says of an hourly backup, null for a daily one. Throws NotDone for what is neither. */
export function hourlyOf({ parts, hourly }: Manifest) {
  const names = new Set<string>()
  const isStrange = ({ name }: Part) =>
    names.size === names.add(name).size || !name.startsWith(`${UPLOADS}/`) || !isEntry(name)
  const strange =
    parts.find(({ name }) => (hourly ? !hourlyParts.includes(name) : !isEntry(name))) ?? hourly?.shared.find(isStrange)
  if (strange) throw new NotDone(`Its manifest names “${strange.name}”, which no backup of Riverbank has there.`)
  return hourly ?? null
}

interface Reading {
  /** The new file that is written; null where the bytes are only checked. */
  to: string | null
  signal?: AbortSignal
}

/** Reads bytes that have to be those of `part`. Throws NotDone for any others. */
async function readChecked(name: string, part: Measured, read: Promise<Measured>, to: string | null): Promise<void> {
  const found = await read
  if (found.size !== part.size || found.sha256 !== part.sha256)
    throw new NotDone(`${name} is damaged: it has another hash than the manifest of the backup says.`)
  if (to) await sync(to)
}

/** Unpacks the database of an hourly backup. Throws NotDone where it is not as the manifest says. */
export async function unpackDatabase(packed: string, database: Measured, { to, signal }: Reading): Promise<void> {
  const unpacking = measure(packed, { before: [createGunzip()], most: database.size, to, signal }).catch((error) => {
    throw /^Z_/.test(error.code)
      ? new NotDone(`Its database is damaged: it can't be unpacked (${error.message}).`)
      : error
  })
  await readChecked(DATABASE, database, unpacking, to)
}

async function whereWhole({ name, size }: Part, folders: string[]): Promise<string[]> {
  const paths: string[] = []
  for (const path of folders.map((folder) => join(folder, name))) {
    const found = await stat(path).catch(() => null)
    if (found?.isFile() && found.size === size) paths.push(path)
  }
  return paths
}

async function requireShared(shared: Part[], folders: string[]): Promise<void> {
  let missing = 0
  for (const part of shared) if ((await whereWhole(part, folders)).length === 0) missing++
  if (missing === 0) return
  throw new NotDone(
    `It is an hourly backup, and ${missing} of the ${shared.length} files that belong to it are not next to it, in ${folders[0]}/${UPLOADS}. Copy the whole folder that it was in, and restore from there; or take a daily backup, which is one file.`,
  )
}

/** Reads a shared file from the first place where its bytes are right. */
async function readShared(part: Part, folders: string[], { to, signal }: Reading): Promise<void> {
  let refusal: unknown = new NotDone(`${part.name} is gone.`)
  for (const path of await whereWhole(part, folders))
    try {
      return await readChecked(part.name, part, measure(path, { to, signal }), to)
    } catch (error) {
      if (!(error instanceof NotDone) && !/^(EIO|ENOENT)$/.test(String(Object(error).code))) throw error
      refusal = error
      if (to) await rm(to, { force: true })
    }
  throw refusal
}
