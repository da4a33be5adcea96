import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tutor } from '~/domain/accounts/account'
import { logFor } from '~/domain/activity/activity.server'
import { type Running, startJob } from '~/domain/job.server'
import { writeSetting } from '~/domain/portal-settings.server'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import { changesOf, fileOf, forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'
import { recordDamage } from '~db/trouble'
import { openArchive } from './archive.server'
import { type BackupStatus, type NewestBackup, setUpAt } from './backup-status.server'
import type { ClockWatch } from './clock.server'
import { backupName, inWords } from './entries'
import { aheadInWords, type DataFolders, diskOf, folderFault, newestBackups } from './folder.server'
import { removeOldHours } from './hourly.server'
import { keepBackup, keepHour, removeOldBackups } from './keep.server'
import { countUnfinished, sweepUnfinished } from './make.server'
import { type BackupRequest, MOST_TRIES, readRequest, storeRequest } from './request.server'
import { sweepAside } from './restore.server'
import { isDue } from './schedule'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** In milliseconds: how old the newest backup is when an hourly one is due. We look once a minute. */
const HOURLY_DUE = 59 * MINUTE

interface BackupJob {
  db: Database
  settings: DataFolders
  clockWatch: ClockWatch
  /** Filled in until it is stopped. */
  backupStatus: BackupStatus
}

/**
 * Looks after the backups until stopped: a whole one a day at BACKUP_AT or as soon after as it can, one each hour in which something
 * changed, and those that tutors ask for. Where one fails, it tries again after an hour.
 */
export function startBackups({ db, settings, clockWatch, backupStatus }: BackupJob): Running {
  const { dataDir, backups } = settings
  const folders = { dataDir, backups, clockWatch }
  const over = new AbortController()
  let failed: { reason: string; until: number } | null = null
  let swept = Number.NEGATIVE_INFINITY
  let thinned = Number.NEGATIVE_INFINITY
  let disk: number | null = null
  let fault: string | null = null
  /** Undefined until it is read. */
  let request: BackupRequest | null | undefined
  let progress: string | null = null
  /** When this process last made a backup, and the value of changesOf at that time. */
  let saved: { at: Date; changes: string | undefined } | null = null
  let currentAt: string | null = null
  let currentStored = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    // By a clock that nobody sets.
    const now = performance.now()
    // A disk that is full must not keep a backup on another from being made.
    await clockWatch.store(db).catch(() => undefined)
    await lookAtFolder()
    if (!clockWatch.doubt() && now - swept >= HOUR) {
      swept = now
      await sweepUnfinished(dataDir, backups.folder)
      await sweepAside(dataDir)
    }
    // Those made by hand have a term too.
    if (backups.at === null && !clockWatch.doubt() && now - thinned >= DAY) {
      thinned = now
      await removeOldBackups(folders)
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
      failed = (await attempt(() => keepHour(folders, over.signal))) ?? failed
    await removeOldHours(folders)
    const { whole, newest } = await newestBackups(backups.folder)
    const at = newest?.toISOString() ?? null
    backupStatus.last = {
      at,
      currentAt: currentAt ?? at,
      wholeAt: whole?.toISOString() ?? null,
      ok: failed === null && fault === null,
      reason: fault ? `BACKUP_DIR ${fault}` : (failed?.reason ?? null),
      isDaily: backups.at !== null,
      isHourly: backups.isHourly,
      folder: fault,
      ahead: await aheadInWords(settings),
    }
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
    keepBackup(folders, over.signal, (words) => {
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
      recordDamage(fileOf(db).damage, error)
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
  backupStatus.byHand = {
    begin,
    request: () => request ?? null,
    isUnderWay,
    progress: () => progress,
    newest: newestInWords,
  }
  return {
    stop: async () => {
      backupStatus.byHand = null
      await job.stop()
      backupStatus.last = null
    },
  }
}
