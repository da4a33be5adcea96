import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { constants, createGzip } from 'node:zlib'
import { backupRetention } from '~/content/retention-terms'
import { parseStorageKey } from '~/domain/files/lost-uploads.server'
import { log } from '~/log.server'
import { commit } from '~/version'
import { copyAndHash, openArchive, writeArchive } from './archive.server'
import type { WatchedFolders } from './clock.server'
import { listUploads, readDatabase, readSchemaVersion, rewriteDatabase, withSqlite } from './database.server'
import { createHourlyName, DATABASE, HOURLY, PACKED_DATABASE, SECRET, UPLOADS } from './entries'
import { type DataFolders, findNewestBackups, listHourlyBackups } from './folder.server'
import {
  createSizeLookup,
  requireDiskSpace,
  runBackupInTurn,
  verifyDatabase,
  withStaging,
  writeAtomically,
} from './make.server'
import { unpackDatabase } from './opened.server'
import { isPlausible } from './schedule'
import { openSharedUploads, removeUnsharedUploads, shareNewUploads } from './shared.server'

const HOUR = 3_600_000
/** How often the database is copied if uploads in the copy are deleted meanwhile. */
const MAX_COPIES = 3
/** Shrinks the database to a sixth; a higher level takes three times as long and saves a tenth of that. */
const COMPRESSION_LEVEL = constants.Z_BEST_SPEED

/**
 * Makes an hourly backup: the compressed database, and next to it the uploads, which all hourly backups share. The file gets its name
 * only after it was verified. It leaves out the outbox, which only a demonstration has. Throws BackupFailed.
 */
export function makeHourlyBackup(folders: DataFolders, signal?: AbortSignal) {
  return runBackupInTurn(() => makeHourlyNow(folders, signal))
}

async function makeHourlyNow({ dataDir, backups }: DataFolders, signal?: AbortSignal) {
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
