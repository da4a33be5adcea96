import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backupsKept } from '~/content/retention-terms'
import { recordNotBackedUp } from '~/domain/files/lost.server'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { openArchive } from './archive.server'
import { clockHold, dayOf, pastTerm } from './clock.server'
import { backupName, type Progress, UPLOADS } from './entries'
import { backupsIn, makeOwnFolder } from './folder.server'
import { giveWay, makeHourly } from './hourly.server'
import { lackedBy, makeBackup } from './make.server'

type Where = Pick<Settings, 'dataDir' | 'backups'>

/** Makes a whole backup in BACKUP_DIR and removes some past their term: before it, and hourly ones too, where there is no room else. Throws as makeBackup does. */
export async function keepBackup(where: Where, signal?: AbortSignal, progress?: Progress) {
  const { dataDir, backups } = where
  const begun = performance.now()
  await makeOwnFolder(where)
  const make = () => makeBackup(dataDir, `${backups.folder}/`, signal, progress)
  let hasMadeRoom = false
  const made = await make().catch(async (error) => {
    const needed = lackedBy(error)
    if (needed === 0) throw error
    hasMadeRoom = (await removeOldBackups(backups.folder)) > 0
    if ((await giveWay(backups.folder, needed)) === 0 && !hasMadeRoom) throw error
    return make()
  })
  const { incomplete, parts, schema } = made.manifest
  const seconds = Math.round(performance.now() - begun) / 1000
  log.info({ file: basename(made.path), bytes: made.bytes, parts: parts.length, schema, seconds }, 'a backup was made')
  noteLost(dataDir, incomplete)
  if (!hasMadeRoom) await removeOldBackups(backups.folder)
  return made
}

/** Makes the backup of this hour in BACKUP_DIR; where there is no room, the oldest of other hours go. Throws as makeHourly does. */
export async function keepHour(where: Where, signal: AbortSignal): Promise<void> {
  const { dataDir, backups } = where
  const begun = performance.now()
  await makeOwnFolder(where)
  const made = await makeHourly(where, signal).catch(async (error) => {
    const needed = lackedBy(error)
    if (needed === 0 || (await giveWay(backups.folder, needed)) === 0) throw error
    return makeHourly(where, signal)
  })
  const { path, bytes, files, schema, incomplete } = made
  const seconds = Math.round(performance.now() - begun) / 1000
  log.info({ file: basename(path), bytes, files, schema, seconds }, 'an hourly backup was made')
  noteLost(dataDir, incomplete)
}

function noteLost(dataDir: string, incomplete: string[]): void {
  recordNotBackedUp(join(dataDir, UPLOADS), incomplete)
  if (incomplete.length > 0)
    log.error({ incomplete }, 'these uploads have lost their bytes: the backup has none of them')
}

/** Removes the oldest backups past their term, by the names that Riverbank gives; none while the clock is in doubt. Returns how many. */
export async function removeOldBackups(folder: string): Promise<number> {
  const now = new Date()
  const moments = await backupsIn(folder)
  if (clockHold() || !moments.some((moment) => dayOf(now) - dayOf(moment) > backupsKept.days)) return 0
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
