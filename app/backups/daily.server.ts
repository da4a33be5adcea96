import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { recordNotBackedUp } from '~/domain/files/lost.server'
import { type Running, startJob } from '~/domain/job.server'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { damages, recordDamage, troubleOf } from '~db/trouble'
import { openArchive } from './archive.server'
import { aheadInWords, clockHold, DAYS_KEPT, dayOf, isBelieved, isDue, keepClock, pastTerm } from './clock.server'
import { backupName, inWords, NoRoom, UPLOADS } from './entries'
import { backupsIn, diskOf, folderFault, makeOwnFolder, noteBackup } from './folder.server'
import { isMakingBackup, makeBackup, sweepUnfinished } from './make.server'
import { sweepAside } from './restore.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Where = Pick<Settings, 'dataDir' | 'backups'>

/** A backup in the folder, as tutors are told of it. */
interface NewestBackup {
  path: string
  /** ISO 8601 */
  at: string
  bytes: number
  /** Why it is not whole, in words; null where it is. */
  lacks: string | null
}

interface ByHand {
  /** Begins one. Throws Refused, 409, while one is being made. */
  begin: () => void
  isUnderWay: () => boolean
  newest: () => Promise<NewestBackup | null>
}

let byHand: ByHand | null = null

/** What tutors can do with backups; null where nothing looks after these (development). */
export const backupsByHand = () => byHand

/** Makes a backup in BACKUP_DIR and removes some past their term: before it, where there is no room else. Throws as makeBackup does. */
export async function keepBackup(where: Where, signal?: AbortSignal) {
  const { dataDir, backups } = where
  const begun = performance.now()
  await makeOwnFolder(where)
  const make = () => makeBackup(dataDir, `${backups.folder}/`, signal)
  let hasMadeRoom = false
  const made = await make().catch(async (error) => {
    hasMadeRoom = (error instanceof NoRoom || troubleOf(error) === 'full') && (await removeOld(backups.folder)) > 0
    if (!hasMadeRoom) throw error
    return make()
  })
  const { incomplete, parts, schema } = made.manifest
  const seconds = Math.round(performance.now() - begun) / 1000
  log.info({ file: basename(made.path), bytes: made.bytes, parts: parts.length, schema, seconds }, 'a backup was made')
  recordNotBackedUp(join(dataDir, UPLOADS), incomplete)
  if (incomplete.length > 0)
    log.error({ incomplete }, 'these uploads have lost their bytes: the backup has none of them')
  if (!hasMadeRoom) await removeOld(backups.folder)
  return made
}

/** Removes the oldest backups past their term, by the names that Riverbank gives; none while the clock is in doubt. Returns how many. */
async function removeOld(folder: string): Promise<number> {
  const now = new Date()
  const moments = await backupsIn(folder)
  if (clockHold() || !moments.some((moment) => dayOf(now) - dayOf(moment) > DAYS_KEPT)) return 0
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

/** Looks after the backups until stopped: one a day at BACKUP_AT or as soon after as it can, hourly after a failure. */
export function startBackups({ db, settings }: { db: Database; settings: Where }): Running {
  const { dataDir, backups } = settings
  const over = new AbortController()
  let failed: { reason: string; until: number } | null = null
  let swept = Number.NEGATIVE_INFINITY
  let thinned = Number.NEGATIVE_INFINITY
  let disk: number | null = null
  let fault: string | null = null
  let isAsked = false
  let isUnderWay = false

  async function look(): Promise<void> {
    // By a clock that nobody sets.
    const now = performance.now()
    // A disk that is full must not keep a backup on another from being made.
    await keepClock(db).catch(() => undefined)
    await lookAtFolder()
    if (!clockHold() && now - swept >= HOUR) {
      swept = now
      await sweepUnfinished(dataDir, backups.folder)
      await sweepAside(dataDir)
    }
    // Those made by hand have a term too.
    if (backups.at === null && !clockHold() && now - thinned >= DAY) {
      thinned = now
      await removeOld(backups.folder)
    }
    const isPutOff = fault !== null || (failed !== null && now < failed.until)
    const isOverdue = backups.at && !isPutOff && isDue(backups.at, (await newest()) ?? (await setUpAt(db)), new Date())
    if (isAsked || isOverdue) failed = await attempt()
    noteBackup({
      at: (await newest())?.toISOString() ?? null,
      ok: failed === null && fault === null,
      reason: fault ? `BACKUP_DIR ${fault}` : (failed?.reason ?? null),
      isDaily: backups.at !== null,
      folder: fault,
      ahead: await aheadInWords(settings),
    })
  }

  /** The last backup; one dated ahead is none. */
  async function newest(): Promise<Date | undefined> {
    const now = new Date()
    return (await backupsIn(backups.folder)).findLast((moment) => isBelieved(moment, now))
  }

  async function lookAtFolder(): Promise<void> {
    const found = await folderFault(settings, disk)
    if (!found) disk ??= await diskOf(backups.folder)
    if (found !== fault)
      log[found ? 'error' : 'info']({ folder: backups.folder }, `BACKUP_DIR ${found ?? 'is well again'}`)
    fault = found
  }

  async function attempt() {
    isUnderWay = true
    try {
      await keepBackup(settings, over.signal)
      return null
    } catch (error) {
      if (over.signal.aborted) return null
      recordDamage(damages.get(db), error)
      log.error({ err: error }, 'the backup failed: it is tried again in an hour')
      return { reason: inWords(error), until: performance.now() + HOUR }
    } finally {
      isUnderWay = false
      isAsked = false
    }
  }

  async function newestInWords(): Promise<NewestBackup | null> {
    const madeAt = await newest()
    if (!madeAt) return null
    const path = join(backups.folder, backupName(madeAt))
    const found = { path, at: madeAt.toISOString(), bytes: (await stat(path)).size }
    try {
      const archive = await openArchive(path)
      archive.close()
      const lost = archive.manifest.incomplete.length
      return { ...found, lacks: lost > 0 ? `it lacks ${lost} files, which were lost before.` : null }
    } catch (error) {
      return { ...found, lacks: inWords(error) }
    }
  }

  function begin(): void {
    if (isAsked || isUnderWay || isMakingBackup()) throw new Refused(409, 'A backup is being made already.')
    isAsked = true
    job.again()
  }

  const failure = 'the backups could not be looked after'
  const job = startJob(look, { every: MINUTE, failure, onStop: () => over.abort() })
  byHand = { begin, isUnderWay: () => isAsked || isUnderWay || isMakingBackup(), newest: newestInWords }
  return {
    stop: async () => {
      byHand = null
      await job.stop()
      noteBackup(null)
    },
  }
}

/** When the database was first migrated: a backup that was due before then was not missed. The beginning of time for a moment ahead. */
export async function setUpAt(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  const at = new Date(rows[0]?.at ?? Date.now())
  return isBelieved(at, new Date()) ? at : new Date(0)
}
