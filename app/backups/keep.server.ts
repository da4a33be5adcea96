import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backupRetention } from '~/content/retention-terms'
import { recordNotBackedUp } from '~/domain/files/lost-uploads.server'
import { log } from '~/log.server'
import { openArchive } from './archive.server'
import type { WatchedFolders } from './clock.server'
import { createBackupName, type ReportProgress, UPLOADS } from './entries'
import { createDefaultFolder, listBackups } from './folder.server'
import { freeSpaceForHourly, makeHourlyBackup } from './hourly.server'
import { getMissingBytes, makeBackup } from './make.server'
import { findExpiredBackups, getDayNumber } from './schedule'

/**
 * Makes a daily backup in BACKUP_DIR, and removes expired ones: first, and hourly ones too, if the disk is full. Throws as makeBackup does.
 */
export async function makeAndPruneBackup(
  folders: WatchedFolders,
  signal?: AbortSignal,
  progress?: ReportProgress,
): Promise<void> {
  let removed = 0
  const make = () => makeBackup(folders.dataDir, `${folders.backups.folder}/`, signal, progress)
  await makeWithRetry(folders, make, async (needed) => {
    removed = await removeOldBackups(folders)
    return removed + (await freeSpaceForHourly(folders, needed))
  })
  if (removed === 0) await removeOldBackups(folders)
}

/** Makes an hourly backup in BACKUP_DIR. If the disk is full, removes the oldest hourly ones. Throws as makeHourlyBackup does. */
export async function makeAndPruneHourly(folders: WatchedFolders, signal: AbortSignal): Promise<void> {
  await makeWithRetry(
    folders,
    () => makeHourlyBackup(folders, signal),
    (needed) => freeSpaceForHourly(folders, needed),
  )
}

/** Makes a backup. On a full disk, tries again if `makeRoom` could remove others for the missing bytes. */
async function makeWithRetry(
  folders: WatchedFolders,
  make: () => ReturnType<typeof makeBackup>,
  makeRoom: (needed: number) => Promise<number>,
): Promise<void> {
  const startedAt = performance.now()
  await createDefaultFolder(folders)
  const { path, bytes, manifest } = await make().catch(async (error) => {
    const needed = getMissingBytes(error)
    if (needed === 0 || (await makeRoom(needed)) === 0) throw error
    return make()
  })
  const { schema, incomplete, parts, hourly } = manifest
  const held = hourly ? { files: hourly.shared.length } : { parts: parts.length }
  const seconds = Math.round(performance.now() - startedAt) / 1000
  log.info({ file: basename(path), bytes, ...held, schema, seconds }, `${hourly ? 'an hourly' : 'a'} backup was made`)
  recordNotBackedUp(join(folders.dataDir, UPLOADS), incomplete)
  if (incomplete.length > 0)
    log.error({ incomplete }, 'these uploads are missing or incomplete, and are not in the backup')
}

/** Removes the oldest expired backups, of those with Riverbank's file names; none while the clock is in doubt. Returns how many. */
export async function removeOldBackups({
  backups: { folder },
  clockWatch,
}: Pick<WatchedFolders, 'backups' | 'clockWatch'>): Promise<number> {
  const now = new Date()
  const moments = await listBackups(folder)
  if (clockWatch.doubt() || !moments.some((moment) => getDayNumber(now) - getDayNumber(moment) > backupRetention.days))
    return 0
  const found: { madeAt: Date; isWhole: boolean }[] = []
  for (const madeAt of moments)
    try {
      const archive = await openArchive(join(folder, createBackupName(madeAt)))
      archive.close()
      found.push({ madeAt, isWhole: archive.manifest.incomplete.length === 0 })
    } catch (error) {
      // The disk may be at fault, not the backup.
      log.warn({ err: error, file: createBackupName(madeAt) }, 'a backup can’t be read: it is ignored, and not removed')
    }
  const gone = findExpiredBackups(found, now)
  for (const moment of gone) {
    await rm(join(folder, createBackupName(moment)), { force: true })
    log.info({ file: createBackupName(moment) }, 'removed an expired backup')
  }
  return gone.length
}
