import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backupsKept } from '~/content/retention-terms'
import type { Tutor } from '~/domain/accounts/account'
import { logFor } from '~/domain/activity/activity.server'
import { recordNotBackedUp } from '~/domain/files/lost.server'
import { type Running, startJob } from '~/domain/job.server'
import { writeSetting } from '~/domain/portal-settings.server'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { changesOf, forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'
import { damages, recordDamage } from '~db/trouble'
import { openArchive } from './archive.server'
import { aheadInWords, clockHold, dayOf, isDue, keepClock, newestBackups, pastTerm, setUpAt } from './clock.server'
import { backupName, inWords, type Progress, UPLOADS } from './entries'
import { backupsIn, diskOf, folderFault, makeOwnFolder, noteBackup } from './folder.server'
import { giveWay, makeHourly, removeOldHours } from './hourly.server'
import { countUnfinished, lackedBy, makeBackup, sweepUnfinished } from './make.server'
import { type BackupRequest, MOST_TRIES, readRequest, storeRequest } from './request.server'
import { sweepAside } from './restore.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** In milliseconds: how old the newest backup is when an hourly one is due. We look once a minute. */
const HOURLY_DUE = 59 * MINUTE

type Where = Pick<Settings, 'dataDir' | 'backups'>

/** A backup in the folder, as tutors see it. */
interface NewestBackup {
  path: string
  /** ISO 8601 */
  at: string
  bytes: number
  /** Why it is not whole, in words; null where it is. */
  lacks: string | null
}

interface ByHand {
  /** Begins one for a tutor. Throws Refused, 409, while one is being made. */
  begin: (tutor: Tutor) => Promise<void>
  /** The last one that a tutor asked for; null where none was. */
  request: () => BackupRequest | null
  isUnderWay: () => boolean
  /** How far the one under way is, in words; null before it begins. */
  progress: () => string | null
  /** The newest whole one. */
  newest: () => Promise<NewestBackup | null>
}

let byHand: ByHand | null = null

/** What tutors can do with backups; null where nothing looks after these (development). */
export const backupsByHand = () => byHand

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
    hasMadeRoom = (await removeOld(backups.folder)) > 0
    if ((await giveWay(backups.folder, needed)) === 0 && !hasMadeRoom) throw error
    return make()
  })
  const { incomplete, parts, schema } = made.manifest
  const seconds = Math.round(performance.now() - begun) / 1000
  log.info({ file: basename(made.path), bytes: made.bytes, parts: parts.length, schema, seconds }, 'a backup was made')
  noteLost(dataDir, incomplete)
  if (!hasMadeRoom) await removeOld(backups.folder)
  return made
}

/** Makes the backup of this hour in BACKUP_DIR; where there is no room, the oldest of other hours go. Throws as makeHourly does. */
async function keepHour(where: Where, signal: AbortSignal): Promise<void> {
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
async function removeOld(folder: string): Promise<number> {
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

/**
 * Looks after the backups until stopped: a whole one a day at BACKUP_AT or as soon after as it can, one each hour in which something
 * changed, and those that tutors ask for. Where one fails, it tries again after an hour.
 */
export function startBackups({ db, settings }: { db: Database; settings: Where }): Running {
  const { dataDir, backups } = settings
  const over = new AbortController()
  let failed: { reason: string; until: number } | null = null
  let swept = Number.NEGATIVE_INFINITY
  let thinned = Number.NEGATIVE_INFINITY
  let disk: number | null = null
  let fault: string | null = null
  /** Undefined until it is read. */
  let request: BackupRequest | null | undefined
  let progress: string | null = null
  /** When a backup was made here, and what it has, as changesOf tells it. */
  let saved: { at: Date; changes: string | undefined } | null = null
  let currentAt: string | null = null
  let currentStored = Number.NEGATIVE_INFINITY

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
    // A tutor may have asked meanwhile.
    const stored = request === undefined ? await readRequest(db).catch(() => undefined) : null
    request ??= stored
    // What ends the server each time must leave it alone for a while.
    if (!failed && (await countUnfinished(dataDir)) >= MOST_TRIES)
      failed = { reason: `The website stopped ${MOST_TRIES} times while it made one.`, until: now + HOUR }
    const isPutOff = fault !== null || (failed !== null && now < failed.until)
    if (request?.ended === null) await makeRequested(request)
    else if (!isPutOff) failed = (await isWholeDue()) ? await attempt(keepWhole) : null
    if (!isPutOff && !over.signal.aborted && (await isHourDue()))
      failed = (await attempt(() => keepHour(settings, over.signal))) ?? failed
    await removeOldHours(backups.folder)
    const { whole, newest } = await newestBackups(backups.folder)
    const at = newest?.toISOString() ?? null
    noteBackup({
      at,
      currentAt: currentAt ?? at,
      wholeAt: whole?.toISOString() ?? null,
      ok: failed === null && fault === null,
      reason: fault ? `BACKUP_DIR ${fault}` : (failed?.reason ?? null),
      isDaily: backups.at !== null,
      isHourly: backups.isHourly,
      folder: fault,
      ahead: await aheadInWords(settings),
    })
  }

  async function isWholeDue(): Promise<boolean> {
    if (!backups.at) return false
    const { whole } = await newestBackups(backups.folder)
    return isDue(backups.at, whole ?? (await setUpAt(db)), new Date())
  }

  /** Whether the newest backup is an hour old and lacks something, or may: after a start it is unknown. */
  async function isHourDue(): Promise<boolean> {
    if (!backups.isHourly) return false
    const changes = changesOf(db)
    const { newest } = await newestBackups(backups.folder)
    currentAt = null
    if (newest && saved && newest >= saved.at && changes !== undefined && changes === saved.changes) {
      currentAt = new Date().toISOString()
      await storeCurrent(currentAt)
      return false
    }
    return Date.now() - (newest ?? (await setUpAt(db))).getTime() >= HOURLY_DUE
  }

  /** For the doctor, which is another process. */
  async function storeCurrent(at: string): Promise<void> {
    if (performance.now() - currentStored < HOUR) return
    currentStored = performance.now()
    await writeSetting(forBookkeeping(db), 'backupCurrentAt', at).catch(() => undefined)
  }

  async function lookAtFolder(): Promise<void> {
    const found = await folderFault(settings, disk)
    if (!found) disk ??= await diskOf(backups.folder)
    if (found !== fault)
      log[found ? 'error' : 'info']({ folder: backups.folder }, `BACKUP_DIR ${found ?? 'is well again'}`)
    fault = found
  }

  const keepWhole = () =>
    keepBackup(settings, over.signal, (words) => {
      progress = words
    })

  async function attempt(make: () => Promise<unknown>) {
    const begun = { at: new Date(), changes: changesOf(db) }
    try {
      await make()
      saved = begun
      return null
    } catch (error) {
      if (over.signal.aborted) return null
      recordDamage(damages.get(db), error)
      log.error({ err: error }, 'the backup failed: it is tried again in an hour')
      return { reason: inWords(error), until: performance.now() + HOUR }
    } finally {
      progress = null
    }
  }

  /** Makes the backup that a tutor asked for. One that a stop or a crash cuts off is made at the next start. */
  async function makeRequested(asked: BackupRequest): Promise<void> {
    const { tries } = asked
    if (tries >= MOST_TRIES)
      return keepRequest(ended(asked, `The website stopped ${MOST_TRIES} times before it was done.`))
    if (tries > 0) log.info({ asked: asked.at, tries }, 'a backup that was cut off is made again')
    const begun = { ...asked, tries: tries + 1 }
    await keepRequest(begun)
    failed = await attempt(keepWhole)
    if (!over.signal.aborted) await keepRequest(ended(begun, failed?.reason ?? null))
  }

  const ended = (asked: BackupRequest, reason: string | null): BackupRequest => ({
    ...asked,
    ended: { at: new Date().toISOString(), failed: reason },
  })

  /** On a full disk it is known until the next start. */
  async function keepRequest(changed: BackupRequest): Promise<void> {
    request = changed
    await storeRequest(forBookkeeping(db), changed).catch((error) =>
      log.warn({ err: error }, 'what became of a backup that was asked for could not be stored'),
    )
  }

  async function newestInWords(): Promise<NewestBackup | null> {
    const { whole } = await newestBackups(backups.folder)
    if (!whole) return null
    const path = join(backups.folder, backupName(whole))
    const found = { path, at: whole.toISOString(), bytes: (await stat(path)).size }
    try {
      const archive = await openArchive(path)
      archive.close()
      const lost = archive.manifest.incomplete.length
      return { ...found, lacks: lost > 0 ? `it lacks ${lost} files, which were lost before.` : null }
    } catch (error) {
      return { ...found, lacks: inWords(error) }
    }
  }

  const isUnderWay = () => request?.ended === null || progress !== null

  async function begin(tutor: Tutor): Promise<void> {
    if (isUnderWay()) throw new Refused(409, 'A backup is being made already.')
    const before = request
    const asked: BackupRequest = { at: new Date().toISOString(), tries: 0, ended: null }
    // At once, so that of two who press only one is heard.
    request = asked
    try {
      await db.transaction().execute(async (change) => {
        await storeRequest(change, asked)
        await logFor('backup')(change, tutor, 'added', { id: 0, title: '' })
      })
    } catch (error) {
      request = before
      throw error
    }
    job.again()
  }

  const failure = 'the backups could not be looked after'
  const job = startJob(look, { every: MINUTE, failure, onStop: () => over.abort() })
  byHand = { begin, request: () => request ?? null, isUnderWay, progress: () => progress, newest: newestInWords }
  return {
    stop: async () => {
      byHand = null
      await job.stop()
      noteBackup(null)
    },
  }
}
