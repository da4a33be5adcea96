import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backupsKept } from '~/content/retention-terms'
import { recordNotBackedUp } from '~/domain/files/lost.server'
import { log } from '~/log.server'
import { openArchive } from './archive.server'
import type { WatchedFolders } from './clock.server'
import { backupName, type Progress, UPLOADS } from './entries'
import { backupsIn, makeOwnFolder } from './folder.server'
import { giveWay, makeHourly } from './hourly.server'
import { lackedBy, makeBackup } from './make.server'
import { dayOf, pastTerm } from './schedule'

/** Makes a whole backup in BACKUP_DIR and removes some past their term: before it, and hourly ones too, where there is no room else. Throws as makeBackup does. */
export async function keepBackup(folders: WatchedFolders, signal?: AbortSignal, progress?: Progress): Promise<void> {
  let removed = 0
  const make = () => makeBackup(folders.dataDir, `${folders.backups.folder}/`, signal, progress)
  await keep(folders, make, async (needed) => {
    removed = await removeOldBackups(folders)
    return removed + (await giveWay(folders, needed))
  })
  if (removed === 0) await removeOldBackups(folders)
}

/** Makes the backup of this hour in BACKUP_DIR; where there is no room, the oldest of other hours go. Throws as makeHourly does. */
export async function keepHour(folders: WatchedFolders, signal: AbortSignal): Promise<void> {
  await keep(
    folders,
    () => makeHourly(folders, signal),
    (needed) => giveWay(folders, needed),
  )
}

/** Makes a backup, and once more where there was too little room and `makeRoom` removed others for so many bytes. */
async function keep(
  folders: WatchedFolders,
  make: () => ReturnType<typeof makeBackup>,
  makeRoom: (needed: number) => Promise<number>,
): Promise<void> {
  const begun = performance.now()
  await makeOwnFolder(folders)
  const { path, bytes, manifest } = await make().catch(async (error) => {
    const needed = lackedBy(error)
    if (needed === 0 || (await makeRoom(needed)) === 0) throw error
    return make()
  })
  const { schema, incomplete, parts, hourly } = manifest
  const held = hourly ? { files: hourly.shared.length } : { parts: parts.length }
  const seconds = Math.round(performance.now() - begun) / 1000
  log.info({ file: basename(path), bytes, ...held, schema, seconds }, `${hourly ? 'an hourly' : 'a'} backup was made`)
  recordNotBackedUp(join(folders.dataDir, UPLOADS), incomplete)
  if (incomplete.length > 0)
    log.error({ incomplete }, 'these uploads have lost their bytes: the backup has none of them')
}

/** Removes the oldest backups past their term, by the names that Riverbank gives; none while the clock is in doubt. Returns how many. */
export async function removeOldBackups({
  backups: { folder },
  clockWatch,
}: Pick<WatchedFolders, 'backups' | 'clockWatch'>): Promise<number> {
  const now = new Date()
  const moments = await backupsIn(folder)
  if (clockWatch.doubt() || !moments.some((moment) => dayOf(now) - dayOf(moment) > backupsKept.days)) return 0
  const found: { madeAt: Date; isWhole: boolean }[] = []
  for (const madeAt of moments)
    try {
      const archive = await openArchive(join(folder, backupName(madeAt)))
      archive.close()
      found.push({ madeAt, isWhole: archive.manifest.incomplete.length === 0 })
    } catch (error) {
      // It may be the disk that errs, and not the backup.
      log.warn(
        { err: error, file: backupName(madeAt) },
        'a backup can’t be read: it counts for none, and is left alone',
      )
    }
  const gone = pastTerm(found, now)
  for (const moment of gone) {
    await rm(join(folder, backupName(moment)), { force: true })
    log.info({ file: backupName(moment) }, 'a backup past its term is removed')
  }
  return gone.length
}
