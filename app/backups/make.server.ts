import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { keyOf } from '~/domain/files/lost.server'
import { log } from '~/log.server'
import { commit } from '~/version'
import { troubleOf } from '~db/trouble'
import { sync, writeArchive } from './archive.server'
import { checkDatabase, schemaOf, uploadsOf, withSqlite } from './database.server'
import {
  backupName,
  DATABASE,
  filesInWords,
  HOURLY,
  type Manifest,
  NoRoom,
  NotDone,
  type Part,
  type Progress,
  UPLOADS,
} from './entries'
import { openBackup } from './opened.server'
import { takeSnapshot } from './snapshot.server'

const HOUR = 3_600_000
/** Folders in DATA_DIR and files beside backups while one is made; what a crash leaves of them is removed after an hour. */
const STAGING = 'backing-up-'
export const UNFINISHED = '.unfinished'

let underWay: Promise<unknown> | null = null
let isWhole = false

/** Makes a backup once no other one is made by this process. */
export async function inTurn<Made>(make: () => Promise<Made>, { whole = false } = {}): Promise<Made> {
  while (underWay) await underWay
  const making = make()
  underWay = making.catch(() => undefined)
  isWhole = whole
  try {
    return await making
  } finally {
    underWay = null
  }
}

/**
 * Makes a daily backup of `dataDir`, in use or not: `to`, or a file in it. Checked before it has its name. Waits for the one that this
 * process makes already. Throws NotDone.
 */
export function makeBackup(dataDir: string, to: string, signal?: AbortSignal, progress?: Progress) {
  return inTurn(() => makeAlone(dataDir, to, signal, progress), { whole: true })
}

async function makeAlone(dataDir: string, to: string, signal?: AbortSignal, progress?: Progress) {
  signal?.throwIfAborted()
  if (!existsSync(join(dataDir, DATABASE)))
    throw new NotDone(`There is nothing to back up: ${join(dataDir, DATABASE)} does not exist.`)
  const madeAt = new Date()
  const target = await fileFor(to, madeAt)
  return withStaging(dataDir, async (staging) => {
    progress?.('Copying the database …')
    const folder = join(staging, 'snapshot')
    const { names, schema, incomplete } = await takeSnapshot(dataDir, folder, signal)
    await requireBytes(dirname(target), await bytesOf(names.map((name) => join(folder, name))))
    const about = { madeAt: madeAt.toISOString(), schema, incomplete, program: { commit, node: process.version } }
    return writeWhole(target, async (unfinished) => {
      await writeArchive(unfinished, { folder, names, signal, progress, ...about })
      progress?.('Reading it back …')
      return { manifest: await checkWritten(unfinished, { dataDir, staging, signal }) }
    })
  })
}

async function bytesOf(paths: string[]): Promise<number> {
  let bytes = 0
  for (const path of paths) bytes += (await stat(path)).size
  return bytes
}

/** Runs `work` with a new folder in DATA_DIR, which is removed afterwards. */
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

/** Has `write` write a file beside `target`, which gets that name once it is whole and on the disk. */
export async function writeWhole<Result>(target: string, write: (unfinished: string) => Promise<Result>) {
  const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}${UNFINISHED}`)
  try {
    const result = await write(unfinished)
    await rename(unfinished, target)
    await sync(dirname(target))
    return { ...result, path: target, bytes: (await stat(target)).size }
  } finally {
    await rm(unfinished, { force: true })
  }
}

/**
 * Makes a backup at `to` for the operator's command, and returns the lines to print. Throws what makeBackup throws, and NotDone while this
 * process makes one already.
 */
export async function backUp(
  dataDir: string,
  to: string,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
) {
  if (underWay && isWhole) throw new NotDone('Another backup is being made. Please wait until it is done.')
  const { path, bytes, manifest } = await makeBackup(dataDir, to, signal, progress)
  const { parts, incomplete } = manifest
  return [
    `Backed up to ${path}`,
    `It holds ${filesInWords(parts.length)}, ${(bytes / 1e6).toFixed(1)} MB, and was read back and checked.`,
    ...(incomplete.length > 0
      ? [`${filesInWords(incomplete.length)} had lost their bytes before, and are not in it: ${incomplete.join(', ')}`]
      : []),
  ].join('\n')
}

async function fileFor(to: string, madeAt: Date): Promise<string> {
  const isFolder = to.endsWith('/') || (await stat(to).catch(() => null))?.isDirectory()
  const target = isFolder ? join(to, backupName(madeAt)) : to
  if (existsSync(target)) throw new NotDone(`${target} is there already. Please choose another name.`)
  return target
}

/** In bytes: what a disk that ran full is made to have free. */
const ROOM = 100_000_000

/** The bytes that there was no room for; 0 for an error that says nothing of room. */
export function lackedBy(error: unknown): number {
  if (error instanceof NoRoom) return error.needed
  return troubleOf(error) === 'full' ? ROOM : 0
}

/** Throws NoRoom where the disk of `folder` has not room for so many bytes. */
export async function requireBytes(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const inMB = (number: number) => `${(number / 1e6).toFixed(1)} MB`
  if (bavail * bsize < bytes)
    throw new NoRoom(
      `There is no space left on the disk of ${folder}: ${inMB(bytes)} are needed, and ${inMB(bavail * bsize)} are free.`,
      bytes,
    )
}

/**
 * Reads a backup of `dataDir` back from the disk as a restore does; its database goes to `staging`. Throws NotDone for any fault. Returns
 * its manifest.
 */
export async function checkWritten(
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
  await checkContents(copy, backup.manifest, sizesOf(backup.manifest.parts), signal)
  return backup.manifest
}

/** What gives the size of a part by its name, or null. */
export function sizesOf(parts: Part[]): (name: string) => number | null {
  const sizes = new Map(parts.map(({ name, size }) => [name, size]))
  return (name) => sizes.get(name) ?? null
}

/** Checks a database: whole, ours, not newer, as its manifest says, with every upload's bytes. Throws NotDone or NewerDatabase. */
export async function checkContents(
  path: string,
  manifest: Pick<Manifest, 'schema' | 'incomplete'> & { parts: { name: string }[] },
  sizeOf: (name: string) => number | null,
  signal?: AbortSignal,
): Promise<void> {
  await checkDatabase(path, signal)
  withSqlite(path, { readonly: true }, (sqlite) => {
    const schema = schemaOf(sqlite)
    if (schema !== manifest.schema)
      throw new NotDone(`Its database is at ${schema}, and its manifest says ${manifest.schema}.`)
    const uploads = uploadsOf(sqlite)
    const known = new Set(manifest.incomplete)
    for (const [key, size] of uploads) {
      const name = `${UPLOADS}/${key}`
      const found = sizeOf(name)
      if (known.has(name)) continue
      if (found === null) throw new NotDone(`The upload ${key}, which its database names, is missing in it.`)
      if (size !== null && size !== found)
        throw new NotDone(`The upload ${key} in it has ${found} bytes, and its database says ${size}.`)
    }
    for (const { name } of manifest.parts)
      if (name.startsWith(`${UPLOADS}/`) && !uploads.has(keyOf(name.slice(UPLOADS.length + 1))))
        throw new NotDone(`It holds the upload ${name}, which its database does not name.`)
  })
}

/** How many backups of `dataDir` are under way, or were cut off within the last hour. */
export async function countUnfinished(dataDir: string): Promise<number> {
  return (await readdir(dataDir)).filter((name) => name.startsWith(STAGING)).length
}

/** Removes what backups that were killed have left, once it is an hour old. */
export async function sweepUnfinished(dataDir: string, backupDir: string): Promise<void> {
  const hourly = join(backupDir, HOURLY)
  const folders = [backupDir, hourly, join(hourly, UPLOADS)]
  for (const [folder, isLeft] of [
    [dataDir, (name: string) => name.startsWith(STAGING)],
    ...folders.map((folder) => [folder, (name: string) => name.endsWith(UNFINISHED)] as const),
  ] as const)
    for (const name of (await readdir(folder).catch(() => [])).filter(isLeft)) {
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs < HOUR) continue
      await rm(join(folder, name), { recursive: true, force: true })
      log.info({ name }, 'what was left of an interrupted backup is removed')
    }
}
