import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseStorageKey } from '~/domain/files/lost-uploads.server'
import { collectGarbage } from '~/domain/foreign/helper.server'
import { createYield } from '~/domain/job.server'
import { log } from '~/log.server'
import { commit } from '~/version'
import { getTrouble } from '~db/trouble'
import { syncToDisk, writeArchive } from './archive.server'
import { checkDatabase, listUploads, readSchemaVersion, withSqlite } from './database.server'
import {
  type ArchivePart,
  BackupFailed,
  createBackupName,
  DATABASE,
  DiskFull,
  formatFileCount,
  HOURLY,
  type Manifest,
  type ReportProgress,
  UPLOADS,
} from './entries'
import { openBackup } from './opened.server'
import { takeSnapshot } from './snapshot.server'

const HOUR = 3_600_000
/** Prefix of staging folders in DATA_DIR and suffix of unfinished files. Those left by a crash are removed after an hour. */
const STAGING = 'backing-up-'
export const UNFINISHED_NAME = '.unfinished'

/** The backups that one server makes: one at a time. */
export class BackupTurns {
  private current: Promise<unknown> | null = null
  private isDaily = false

  get isMakingDaily(): boolean {
    return this.current !== null && this.isDaily
  }

  /** Makes a backup after those before it. */
  async run<Made>(make: () => Promise<Made>, { isDaily = false } = {}): Promise<Made> {
    while (this.current) await this.current
    const making = make()
    this.current = making.catch(() => undefined)
    this.isDaily = isDaily
    try {
      return await making
    } finally {
      this.current = null
    }
  }
}

/**
 * Makes a daily backup of `dataDir`, which may be in use, as the file `to` or in the folder `to`. The file gets its name only after it
 * was verified. Throws BackupFailed.
 */
export async function makeBackup(dataDir: string, to: string, signal?: AbortSignal, progress?: ReportProgress) {
  signal?.throwIfAborted()
  if (!existsSync(join(dataDir, DATABASE)))
    throw new BackupFailed(`There is nothing to back up: ${join(dataDir, DATABASE)} does not exist.`)
  const madeAt = new Date()
  const target = await resolveTarget(to, madeAt)
  return withStaging(dataDir, async (staging) => {
    progress?.('Copying the database …')
    const folder = join(staging, 'snapshot')
    const { names, schema, incomplete } = await takeSnapshot(dataDir, folder, signal)
    await requireDiskSpace(dirname(target), await sumSizes(folder, names, signal))
    const about = { madeAt: madeAt.toISOString(), schema, incomplete, program: { commit, node: process.version } }
    return writeAtomically(target, async (unfinished) => {
      await writeArchive(unfinished, { folder, names, signal, progress, ...about })
      progress?.('Reading it back …')
      // The archive's names and sizes, sent between threads: in a small container they take the place of the program's pages.
      collectGarbage()
      return { manifest: await verifyBackup(unfinished, { dataDir, staging, signal }) }
    })
  })
}

/** The total size of the files `names` of `folder`, in bytes. Asynchronous calls would each wait for a turn of a busy server. */
async function sumSizes(folder: string, names: string[], signal?: AbortSignal): Promise<number> {
  const yieldIfDue = createYield()
  let bytes = 0
  for (const name of names) {
    signal?.throwIfAborted()
    await yieldIfDue()
    bytes += statSync(join(folder, name)).size
  }
  return bytes
}

/** Runs `work` with a temporary folder in DATA_DIR. */
export async function withStaging<Result>(dataDir: string, work: (staging: string) => Promise<Result>) {
  const staging = await mkdtemp(join(dataDir, STAGING))
  const touch = () => void utimes(staging, new Date(), new Date()).catch(() => undefined)
  const alive = setInterval(touch, HOUR / 10).unref()
  try {
    return await work(staging)
  } finally {
    clearInterval(alive)
    await rm(staging, { recursive: true, force: true })
  }
}

/** Writes a file next to `target`, and renames it to `target` once it is complete and synced to disk. */
export async function writeAtomically<Result>(target: string, write: (unfinished: string) => Promise<Result>) {
  const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}${UNFINISHED_NAME}`)
  try {
    const result = await write(unfinished)
    await rename(unfinished, target)
    await syncToDisk(dirname(target))
    return { ...result, path: target, bytes: (await stat(target)).size }
  } finally {
    await rm(unfinished, { force: true })
  }
}

/**
 * Makes a backup at `to` for the backup command, and returns the text to print. Throws as makeBackup does, and BackupFailed while the
 * server of `turns` makes another.
 */
export async function backUp(
  dataDir: string,
  to: string,
  { progress, signal }: { progress: ReportProgress; signal: AbortSignal },
  turns = new BackupTurns(),
) {
  if (turns.isMakingDaily) throw new BackupFailed('Another backup is being made. Please wait until it is done.')
  const { path, bytes, manifest } = await turns.run(() => makeBackup(dataDir, to, signal, progress), {
    isDaily: true,
  })
  const { parts, incomplete } = manifest
  return [
    `Backed up to ${path}`,
    `It has ${formatFileCount(parts.length)}, ${(bytes / 1e6).toFixed(1)} MB, and was read back and checked.`,
    ...(incomplete.length > 0
      ? [
          `${formatFileCount(incomplete.length)} were already missing or incomplete, and are not in it: ${incomplete.join(', ')}`,
        ]
      : []),
  ].join('\n')
}

async function resolveTarget(to: string, madeAt: Date): Promise<string> {
  const isFolder = to.endsWith('/') || (await stat(to).catch(() => null))?.isDirectory()
  const target = isFolder ? join(to, createBackupName(madeAt)) : to
  if (existsSync(target)) throw new BackupFailed(`${target} already exists. Please choose another name.`)
  return target
}

/** The space to free on a full disk, in bytes. */
const SPACE_TO_FREE = 100_000_000

/** The bytes that did not fit on the disk; 0 for any other error. */
export function getMissingBytes(error: unknown): number {
  if (error instanceof DiskFull) return error.needed
  return getTrouble(error) === 'full' ? SPACE_TO_FREE : 0
}

/** Throws DiskFull if the disk of `folder` has less than `bytes` free. */
export async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const inMB = (number: number) => `${(number / 1e6).toFixed(1)} MB`
  if (bavail * bsize < bytes)
    throw new DiskFull(
      `There is not enough space on the disk of ${folder}: ${inMB(bytes)} are needed, ${inMB(bavail * bsize)} are free.`,
      bytes,
    )
}

/**
 * Reads a backup of `dataDir` back from the disk as a restore does, with its database in `staging`, and returns its manifest. Throws
 * BackupFailed for any fault.
 */
export async function verifyBackup(
  file: string,
  { dataDir, staging, signal }: { dataDir: string; staging: string; signal?: AbortSignal },
): Promise<Manifest> {
  const copy = join(staging, 'check.sqlite')
  const backup = await openBackup(file, dataDir)
  try {
    await backup.read((name) => (name === DATABASE ? copy : null), signal)
  } finally {
    backup.close()
  }
  await verifyDatabase(copy, backup.manifest, createSizeLookup(backup.manifest.parts), signal)
  return backup.manifest
}

/** Returns a function that finds a part's size by its name, or null. */
export function createSizeLookup(parts: ArchivePart[]): (name: string) => number | null {
  const sizes = new Map(parts.map(({ name, size }) => [name, size]))
  return (name) => sizes.get(name) ?? null
}

/**
 * Checks that a database is intact, Riverbank's, not newer, as its manifest says, and that all uploads have the right size. Throws
 * BackupFailed or NewerDatabase.
 */
export async function verifyDatabase(
  path: string,
  manifest: Pick<Manifest, 'schema' | 'incomplete'> & { parts: { name: string }[] },
  sizeOf: (name: string) => number | null,
  signal?: AbortSignal,
): Promise<void> {
  await checkDatabase(path, signal)
  withSqlite(path, { readonly: true }, (sqlite) => {
    const schema = readSchemaVersion(sqlite)
    if (schema !== manifest.schema)
      throw new BackupFailed(`Its database has version ${schema}, but its manifest says ${manifest.schema}.`)
    const uploads = listUploads(sqlite)
    const known = new Set(manifest.incomplete)
    for (const [key, size] of uploads) {
      const name = `${UPLOADS}/${key}`
      const found = sizeOf(name)
      if (known.has(name)) continue
      if (found === null) throw new BackupFailed(`The upload ${key} is in its database, but missing from the files.`)
      if (size !== null && size !== found)
        throw new BackupFailed(`The upload ${key} has ${found} bytes, but its database says ${size}.`)
    }
    for (const { name } of manifest.parts)
      if (name.startsWith(`${UPLOADS}/`) && !uploads.has(parseStorageKey(name.slice(UPLOADS.length + 1))))
        throw new BackupFailed(`The upload ${name} is not in its database.`)
  })
}

/** The number of backups of `dataDir` that are running, or were interrupted within the last hour. */
export async function countUnfinished(dataDir: string): Promise<number> {
  return (await readdir(dataDir)).filter((name) => name.startsWith(STAGING)).length
}

/** Removes the remains of interrupted backups once they are an hour old. */
export async function removeUnfinished(dataDir: string, backupDir: string): Promise<void> {
  const hourly = join(backupDir, HOURLY)
  const folders = [backupDir, hourly, join(hourly, UPLOADS)]
  for (const [folder, isLeft] of [
    [dataDir, (name: string) => name.startsWith(STAGING)],
    ...folders.map((folder) => [folder, (name: string) => name.endsWith(UNFINISHED_NAME)] as const),
  ] as const)
    for (const name of (await readdir(folder).catch(() => [])).filter(isLeft)) {
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs < HOUR) continue
      await rm(join(folder, name), { recursive: true, force: true })
      log.info({ name }, 'removed the remains of an interrupted backup')
    }
}
