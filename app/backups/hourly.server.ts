import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { constants, createGzip } from 'node:zlib'
import { backupsKept } from '~/content/retention-terms'
import { keyOf } from '~/domain/files/lost.server'
import { log } from '~/log.server'
import { commit } from '~/version'
import { measure, openArchive, writeArchive } from './archive.server'
import type { WatchedFolders } from './clock.server'
import { reading, rewriteDatabase, schemaOf, uploadsOf, withSqlite } from './database.server'
import { DATABASE, HOURLY, hourlyName, PACKED_DATABASE, SECRET, UPLOADS } from './entries'
import { type DataFolders, hourlyIn, newestBackups } from './folder.server'
import { checkContents, inTurn, requireBytes, sizesOf, withStaging, writeWhole } from './make.server'
import { unpackDatabase } from './opened.server'
import { isBelieved } from './schedule'
import { beginSharing, removeUnshared, shareNew } from './shared.server'

const HOUR = 3_600_000
/** How often the database is copied where uploads that the copy names are deleted meanwhile. */
const MOST_COPIES = 3
/** The database has a sixth of its size then; more effort takes three times as long and saves a tenth of that. */
const level = constants.Z_BEST_SPEED

/**
 * Makes the backup of this hour: the database, compressed, and next to it the uploads, once for all hours. Checked before it has its own
 * name. The outbox, which only a demonstration has, is not in it. Throws NotDone.
 */
export function makeHourly(folders: DataFolders, signal?: AbortSignal) {
  return inTurn(() => makeAlone(folders, signal))
}

async function makeAlone({ dataDir, backups }: DataFolders, signal?: AbortSignal) {
  signal?.throwIfAborted()
  const folder = join(backups.folder, HOURLY)
  const madeAt = new Date()
  // BACKUP_DIR is never made: where it is missing, its disk may be.
  await stat(backups.folder)
  await mkdir(join(folder, UPLOADS), { recursive: true })
  const { size } = await stat(join(dataDir, DATABASE))
  // A copy, and the compressed one.
  await requireBytes(dataDir, 2 * size)
  await requireBytes(folder, size)
  return withStaging(dataDir, async (staging) => {
    const [copy, packed] = [join(staging, DATABASE), join(staging, PACKED_DATABASE)]
    const { shared, ...about } = await copyOfOneMoment({ dataDir, backups }, copy, signal)
    const database = await measure(copy, { after: [createGzip({ level })], to: packed, signal })
    await unpackDatabase(packed, database, { to: null, signal })
    const hasSecret = existsSync(join(dataDir, SECRET))
    if (hasSecret) await copyFile(join(dataDir, SECRET), join(staging, SECRET))
    return writeWhole(join(folder, hourlyName(madeAt)), async (unfinished) => {
      const manifest = await writeArchive(unfinished, {
        ...{ folder: staging, names: hasSecret ? [PACKED_DATABASE, SECRET] : [PACKED_DATABASE], signal },
        ...{ madeAt: madeAt.toISOString(), program: { commit, node: process.version } },
        ...{ ...about, hourly: { database, shared } },
      })
      await readBack(unfinished, signal)
      return { manifest }
    })
  })
}

/**
 * Copies the database to the new file `copy`, and shares every upload that the copy names. All that can be is shared before. Returns the
 * uploads that DATA_DIR has not whole, too. Throws NotDone.
 */
async function copyOfOneMoment({ dataDir, backups }: DataFolders, copy: string, signal?: AbortSignal) {
  const sharing = await beginSharing(dataDir, backups.folder, signal)
  for (let copies = 1; ; copies++) {
    await shareNew(sharing)
    await rm(copy, { force: true })
    await rewriteDatabase(join(dataDir, DATABASE), copy, signal)
    const found = (database: Parameters<typeof schemaOf>[0]) => ({
      schema: schemaOf(database),
      uploads: uploadsOf(database),
    })
    const { schema, uploads } = withSqlite(copy, { readonly: true }, found)
    // Uploads that arrived while the database was copied: the copy may name them.
    await shareNew(sharing)
    const shared = [...sharing.shared.values()].filter(({ name }) => uploads.has(keyOf(basename(name))))
    const sizeOf = sizesOf(shared)
    const lacking = [...uploads].filter(([key, size]) => {
      const found = sizeOf(`${UPLOADS}/${key}`)
      return found === null || (size !== null && size !== found)
    })
    // An upload that came and went while the database was copied: the next copy has no row of it.
    if (lacking.length > 0 && copies < MOST_COPIES) {
      const now = reading({ dataDir }, uploadsOf)
      if (lacking.some(([key]) => !now.has(key))) continue
    }
    const incomplete = lacking.map(([key]) => `${UPLOADS}/${key}`)
    await checkContents(copy, { schema, incomplete, parts: shared }, sizeOf, signal)
    return { schema, incomplete, shared }
  }
}

async function readBack(file: string, signal?: AbortSignal): Promise<void> {
  const archive = await openArchive(file)
  try {
    await archive.read(() => null, signal)
  } finally {
    archive.close()
  }
}

async function removeHour(folder: string, moment: Date): Promise<void> {
  await rm(join(folder, HOURLY, hourlyName(moment)), { force: true })
  await removeUnshared(folder)
}

type Removable = Pick<WatchedFolders, 'backups' | 'clockWatch'>

/** The hourly backups that may be removed, oldest first: not the last of all backups, and none while the clock is in doubt. */
async function removableIn({ backups: { folder }, clockWatch }: Removable): Promise<Date[]> {
  if (clockWatch.doubt()) return []
  const now = new Date()
  const { newest } = await newestBackups(folder)
  return (await hourlyIn(folder)).filter((moment) => isBelieved(moment, now) && moment.getTime() !== newest?.getTime())
}

/** Removes the hourly backups past their term, and the uploads that only these had. */
export async function removeOldHours(folders: Removable): Promise<void> {
  for (const moment of await removableIn(folders)) {
    if (Date.now() - moment.getTime() < backupsKept.hours * HOUR) continue
    await removeHour(folders.backups.folder, moment)
    log.info({ file: hourlyName(moment) }, 'an hourly backup past its term is removed')
  }
}

/** Removes the oldest hourly backups until the disk of the backups has `needed` bytes free. Returns how many. */
export async function giveWay(folders: Removable, needed: number): Promise<number> {
  const { folder } = folders.backups
  let gone = 0
  for (const moment of await removableIn(folders)) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize >= needed) break
    await removeHour(folder, moment)
    log.warn({ file: hourlyName(moment) }, 'an hourly backup is removed before its term: the disk has too little room')
    gone++
  }
  return gone
}
