import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { copyAndHash, openArchive, syncToDisk } from './archive.server'
import {
  type ArchivePart,
  BackupFailed,
  DATABASE,
  type FileMeasure,
  isArchiveEntry,
  type Manifest,
  PACKED_DATABASE,
  SECRET,
  UPLOADS,
} from './entries'

/** A daily or hourly backup. Its manifest lists the parts that a restore writes, in the file or next to it. */
interface OpenedBackup {
  manifest: Manifest
  /** Reads all parts, and writes those for which `into` returns a path. Throws BackupFailed at the first that differs from the manifest. */
  read: (into: (name: string) => string | null, signal?: AbortSignal) => Promise<void>
  close: () => void
}

/**
 * Opens a daily or hourly backup. The uploads of an hourly one are read from its folder, or from `dataDir` if they are missing there.
 * Throws BackupFailed if the backup is damaged or lacks uploads.
 */
export async function openBackup(file: string, dataDir: string): Promise<OpenedBackup> {
  const archive = await openArchive(file)
  try {
    const hourly = readHourlyManifest(archive.manifest)
    if (!hourly) return archive
    const { database, shared } = hourly
    const own = archive.manifest.parts.filter(({ name }) => name !== PACKED_DATABASE)
    const folders = [dirname(file), dataDir]
    await requireSharedUploads(shared, folders)
    return {
      manifest: { ...archive.manifest, parts: [{ name: DATABASE, ...database }, ...own, ...shared] },
      read: async (into, signal) => {
        const copy = into(DATABASE)
        const packed = copy && `${copy}.gz`
        await archive.read((name) => (name === PACKED_DATABASE ? packed : into(name)), signal)
        if (packed) await unpackDatabase(packed, database, { to: copy, signal })
        if (packed) await rm(packed)
        for (const part of shared) await readSharedUpload(part, folders, { to: into(part.name), signal })
      },
      close: archive.close,
    }
  } catch (error) {
    archive.close()
    throw error
  }
}

const HOURLY_PARTS = [PACKED_DATABASE, SECRET]

/** The hourly section of a manifest; null for a daily backup. Throws BackupFailed for names that neither may have. */
export function readHourlyManifest({ parts, hourly }: Manifest) {
  const names = new Set<string>()
  const isStrange = ({ name }: ArchivePart) =>
    names.size === names.add(name).size || !name.startsWith(`${UPLOADS}/`) || !isArchiveEntry(name)
  const strange =
    parts.find(({ name }) => (hourly ? !HOURLY_PARTS.includes(name) : !isArchiveEntry(name))) ??
    hourly?.shared.find(isStrange)
  if (strange) throw new BackupFailed(`Its manifest lists “${strange.name}”, which is not part of a Riverbank backup.`)
  return hourly ?? null
}

interface ReadOptions {
  /** The new file to write; null to only check the bytes. */
  to: string | null
  signal?: AbortSignal
}

/** Waits for a read, and checks its size and hash. Throws BackupFailed if they differ from those of `part`. */
async function checkMeasure(
  name: string,
  part: FileMeasure,
  read: Promise<FileMeasure>,
  to: string | null,
): Promise<void> {
  const found = await read
  if (found.size !== part.size || found.sha256 !== part.sha256)
    throw new BackupFailed(`${name} is damaged: its hash does not match the backup’s manifest.`)
  if (to) await syncToDisk(to)
}

/** Unpacks the database of an hourly backup. Throws BackupFailed if it differs from the manifest. */
export async function unpackDatabase(
  packed: string,
  database: FileMeasure,
  { to, signal }: ReadOptions,
): Promise<void> {
  const unpacking = copyAndHash(packed, { before: [createGunzip()], max: database.size, to, signal }).catch((error) => {
    throw /^Z_/.test(error.code)
      ? new BackupFailed(`Its database is damaged: it can't be unpacked (${error.message}).`)
      : error
  })
  await checkMeasure(DATABASE, database, unpacking, to)
}

async function findIntactCopies({ name, size }: ArchivePart, folders: string[]): Promise<string[]> {
  const paths: string[] = []
  for (const path of folders.map((folder) => join(folder, name))) {
    const found = await stat(path).catch(() => null)
    if (found?.isFile() && found.size === size) paths.push(path)
  }
  return paths
}

async function requireSharedUploads(shared: ArchivePart[], folders: string[]): Promise<void> {
  let missing = 0
  for (const part of shared) if ((await findIntactCopies(part, folders)).length === 0) missing++
  if (missing === 0) return
  throw new BackupFailed(
    `This is an hourly backup, and ${missing} of its ${shared.length} uploads are missing from ${folders[0]}/${UPLOADS}. Copy the whole folder of hourly backups and restore from there, or use a daily backup, which is one file.`,
  )
}

/** Reads a shared upload from the first folder where its bytes are correct. */
async function readSharedUpload(part: ArchivePart, folders: string[], { to, signal }: ReadOptions): Promise<void> {
  let refusal: unknown = new BackupFailed(`${part.name} is missing.`)
  for (const path of await findIntactCopies(part, folders))
    try {
      return await checkMeasure(part.name, part, copyAndHash(path, { to, signal }), to)
    } catch (error) {
      if (!(error instanceof BackupFailed) && !/^(EIO|ENOENT)$/.test(String(Object(error).code))) throw error
      refusal = error
      if (to) await rm(to, { force: true })
    }
  throw refusal
}
