import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { type Running, startJob } from '~/domain/job.server'
import { writeSetting } from '~/domain/portal-settings.server'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import { forBookkeeping, getBackupMarker, getDatabaseFile } from '~db/open'
import type { Database } from '~db/schema'
import { recordDamage } from '~db/trouble'
import { openArchive } from './archive.server'
import {
  type BackupRequest,
  type BackupStatus,
  findSetUpTime,
  MAX_BACKUP_ATTEMPTS,
  type NewestBackup,
  readBackupRequest,
  storeBackupRequest,
} from './backup-status.server'
import type { ClockWatch } from './clock.server'
import { createBackupName, describeError } from './entries'
import { type DataFolders, describeFutureBackups, findFolderFault, findNewestBackups, getDisk } from './folder.server'
import { removeOldHourlyBackups } from './hourly.server'
import { makeAndPruneBackup, makeAndPruneHourly, removeOldBackups } from './keep.server'
import { type BackupTurns, countUnfinished, removeUnfinished } from './make.server'
import { removeSetAsideData } from './restore.server'
import { isDue } from './schedule'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** In ms: the age of the newest backup at which an hourly one is due. Checked once a minute. */
const HOURLY_DUE = 59 * MINUTE

interface BackupJob {
  db: Database
  settings: DataFolders
  clockWatch: ClockWatch
  /** Updated until the job is stopped. */
  backupStatus: BackupStatus
  backupTurns: BackupTurns
}

/**
 * Makes backups until stopped: a daily one at BACKUP_AT or as soon as possible after it, an hourly one if something changed, and those
 * that tutors request. Retries a failed backup after an hour.
 */
export function startBackups({ db, settings, clockWatch, backupStatus, backupTurns }: BackupJob): Running {
  const { dataDir, backups } = settings
  const folders = { dataDir, backups, clockWatch }
  const over = new AbortController()
  let failed: { reason: string; until: number } | null = null
  let swept = Number.NEGATIVE_INFINITY
  let thinned = Number.NEGATIVE_INFINITY
  let disk: number | null = null
  let fault: string | null = null
  /** Undefined until read. */
  let request: BackupRequest | null | undefined
  let progress: string | null = null
  /** When this process last made a backup, and the change count at that time. */
  let saved: { at: Date; changes: string | undefined } | null = null
  let currentAt: string | null = null
  let currentStored = Number.NEGATIVE_INFINITY

  async function makeDueBackup(): Promise<void> {
    // A monotonic clock.
    const now = performance.now()
    // A full data disk must not prevent a backup on another disk.
    await clockWatch.store(db).catch(() => undefined)
    await checkBackupFolder()
    if (!clockWatch.doubt() && now - swept >= HOUR) {
      swept = now
      await removeUnfinished(dataDir, backups.folder)
      await removeSetAsideData(dataDir)
    }
    // Backups made by hand expire too.
    if (backups.at === null && !clockWatch.doubt() && now - thinned >= DAY) {
      thinned = now
      await removeOldBackups(folders)
    }
    // A tutor may have requested one meanwhile.
    const stored = request === undefined ? await readBackupRequest(db).catch(() => undefined) : null
    request ??= stored
    // Back off if each attempt ends the server.
    if (!failed && (await countUnfinished(dataDir)) >= MAX_BACKUP_ATTEMPTS)
      failed = { reason: `The website stopped ${MAX_BACKUP_ATTEMPTS} times while making a backup.`, until: now + HOUR }
    const isPutOff = fault !== null || (failed !== null && now < failed.until)
    if (request?.ended === null) await makeRequested(request)
    else if (!isPutOff) failed = (await isWholeDue()) ? await runBackup(keepWhole, { isDaily: true }) : null
    if (!isPutOff && !over.signal.aborted && (await isHourDue()))
      failed = (await runBackup(() => makeAndPruneHourly(folders, over.signal))) ?? failed
    await removeOldHourlyBackups(folders)
    const { whole, newest } = await findNewestBackups(backups.folder)
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
      ahead: await describeFutureBackups(settings),
    }
  }

  async function isWholeDue(): Promise<boolean> {
    if (!backups.at) return false
    const { whole } = await findNewestBackups(backups.folder)
    return isDue(backups.at, whole ?? (await findSetUpTime(db)), new Date())
  }

  /** True if the newest backup is an hour old and lacks changes. After a start this is unknown, so one is due. */
  async function isHourDue(): Promise<boolean> {
    if (!backups.isHourly) return false
    const changes = getBackupMarker(db)
    const { newest } = await findNewestBackups(backups.folder)
    currentAt = null
    if (newest && saved && newest >= saved.at && changes !== undefined && changes === saved.changes) {
      currentAt = new Date().toISOString()
      await storeCurrent(currentAt)
      return false
    }
    return Date.now() - (newest ?? (await findSetUpTime(db))).getTime() >= HOURLY_DUE
  }

  /** Stored for the doctor, which is another process. */
  async function storeCurrent(at: string): Promise<void> {
    if (performance.now() - currentStored < HOUR) return
    currentStored = performance.now()
    await writeSetting(forBookkeeping(db), 'backupCurrentAt', at).catch(() => undefined)
  }

  async function checkBackupFolder(): Promise<void> {
    const found = await findFolderFault(settings, disk)
    if (!found) disk ??= await getDisk(backups.folder)
    if (found !== fault)
      log[found ? 'error' : 'info']({ folder: backups.folder }, `BACKUP_DIR ${found ?? 'is usable again'}`)
    fault = found
  }

  const keepWhole = () =>
    makeAndPruneBackup(folders, over.signal, (words) => {
      progress = words
    })

  async function runBackup(make: () => Promise<unknown>, turn?: { isDaily: boolean }) {
    const started = { at: new Date(), changes: getBackupMarker(db) }
    try {
      await backupTurns.run(make, turn)
      saved = started
      return null
    } catch (error) {
      if (over.signal.aborted) return null
      recordDamage(getDatabaseFile(db).damage, error)
      log.error({ err: error }, 'the backup failed: it will be retried in an hour')
      return { reason: describeError(error), until: performance.now() + HOUR }
    } finally {
      progress = null
    }
  }

  /** Makes the backup that a tutor requested. If a stop or a crash interrupts it, the next start tries again. */
  async function makeRequested(requested: BackupRequest): Promise<void> {
    const { tries } = requested
    if (tries >= MAX_BACKUP_ATTEMPTS)
      return storeRequest(
        ended(requested, `The website stopped ${MAX_BACKUP_ATTEMPTS} times before the backup was done.`),
      )
    if (tries > 0) log.info({ asked: requested.at, tries }, 'retrying an interrupted backup')
    const started = { ...requested, tries: tries + 1 }
    await storeRequest(started)
    failed = await runBackup(keepWhole, { isDaily: true })
    if (!over.signal.aborted) await storeRequest(ended(started, failed?.reason ?? null))
  }

  const ended = (requested: BackupRequest, reason: string | null): BackupRequest => ({
    ...requested,
    ended: { at: new Date().toISOString(), failed: reason },
  })

  /** On a full disk the request is remembered until the next start. */
  async function storeRequest(changed: BackupRequest): Promise<void> {
    request = changed
    await storeBackupRequest(forBookkeeping(db), changed).catch((error) =>
      log.warn({ err: error }, 'the state of a requested backup could not be stored'),
    )
  }

  async function describeNewest(): Promise<NewestBackup | null> {
    const { whole } = await findNewestBackups(backups.folder)
    if (!whole) return null
    const path = join(backups.folder, createBackupName(whole))
    const found = { path, at: whole.toISOString(), bytes: (await stat(path)).size }
    try {
      const archive = await openArchive(path)
      archive.close()
      const lost = archive.manifest.incomplete.length
      return { ...found, lacks: lost > 0 ? `it lacks ${lost} files that were already lost.` : null }
    } catch (error) {
      return { ...found, lacks: describeError(error) }
    }
  }

  const isUnderWay = () => request?.ended === null || progress !== null

  async function begin(tutor: Tutor): Promise<void> {
    if (isUnderWay()) throw new Refused('conflict', 'A backup is already being made.')
    const before = request
    const requested: BackupRequest = { at: new Date().toISOString(), tries: 0, ended: null }
    // Set at once, so that only the first of two simultaneous requests counts.
    request = requested
    try {
      await db.transaction().execute(async (change) => {
        await storeBackupRequest(change, requested)
        await createActivityLogger('backup')(change, tutor, 'added', { id: 0, title: '' })
      })
    } catch (error) {
      request = before
      throw error
    }
    job.runAgain()
  }

  const failure = 'the backup job failed'
  const job = startJob(makeDueBackup, { every: MINUTE, failure, onStop: () => over.abort() })
  backupStatus.byHand = {
    begin,
    request: () => request ?? null,
    isUnderWay,
    progress: () => progress,
    newest: describeNewest,
  }
  return {
    stop: async () => {
      backupStatus.byHand = null
      await job.stop()
      backupStatus.last = null
    },
  }
}
