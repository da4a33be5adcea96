import { sql } from 'kysely'
import type { Tutor } from '~/domain/accounts/account'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import type { Database } from '~db/schema'
import { isPlausible } from './schedule'

/** The state of the backups. */
export interface LastBackup {
  /** When the newest backup of any kind was made (ISO 8601), or null. */
  at: string | null
  /** Up to when the newest backup has all changes: `at`, or the last check that found nothing new. */
  currentAt: string | null
  /** When the newest daily backup was made, or null. */
  wholeAt: string | null
  /** False if a backup has failed since. */
  ok: boolean
  /** Why it failed, for the operator. */
  reason: string | null
  /** False with BACKUP_EVERY=never. */
  isDaily: boolean
  /** True with BACKUP_EVERY=hour. */
  isHourly: boolean
  /** The fault of the backup folder, without its path, or null. */
  folder: string | null
  /** A message about backups dated in the future, or null. */
  ahead: string | null
}

/** The newest daily backup, as tutors see it. */
export interface NewestBackup {
  path: string
  /** ISO 8601 */
  at: string
  bytes: number
  /** Why it is incomplete, or null. */
  lacks: string | null
}

/** Backups on request, for tutors. */
interface RequestedBackups {
  /** Starts a backup for a tutor. Throws Refused (conflict) while one is being made. */
  begin: (tutor: Tutor) => Promise<void>
  /** The last request of a tutor, or null. */
  request: () => BackupRequest | null
  isUnderWay: () => boolean
  /** The progress of the running backup; null before it starts. */
  progress: () => string | null
  /** The newest daily backup. */
  newest: () => Promise<NewestBackup | null>
}

/** Status of the backup job. Both properties are null without a job (development, tests). */
export class BackupStatus {
  last: LastBackup | null = null
  byHand: RequestedBackups | null = null

  /** For /healthz: when the last good backup was made, and whether none has failed since. */
  get health(): Pick<LastBackup, 'at' | 'ok'> | null {
    return this.last && { at: this.last.at, ok: this.last.ok }
  }

  /** A warning for tutors to pass on, if the last backup failed. */
  get warnings(): { title: string; text: string }[] {
    if (!this.last || this.last.ok) return []
    const text = `We try again every hour. Please tell the person who looks after the website: ${this.last.reason}`
    return [{ title: 'The last backup failed', text }]
  }
}

/** When the database was first migrated: no backup was due before that. 1970 if that time is in the future. */
export async function findSetUpTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  const at = new Date(rows[0]?.at ?? Date.now())
  return isPlausible(at, new Date()) ? at : new Date(0)
}

/** The last backup that a tutor requested. Stored, so that it survives a stop or a crash. */
export interface BackupRequest {
  /** When it was requested (ISO 8601). */
  at: string
  /** How often it was started. */
  tries: number
  /** When it was made or given up, and why it failed; null until then. */
  ended: { at: string; failed: string | null } | null
}

/** How often an interrupted backup is started in total: it may be what crashes the server. */
export const MAX_BACKUP_ATTEMPTS = 3

/** The last request, or null. */
export async function readBackupRequest(db: Database): Promise<BackupRequest | null> {
  return JSON.parse((await readSetting(db, 'backupRequest')) ?? 'null')
}

/** The last request if it failed and no newer backup (`newest`, ISO 8601) was made since; else null. */
export function findUnmetRequest(request: BackupRequest | null, newest: string | null) {
  const { at, ended } = request ?? {}
  if (!at || !ended?.failed || (newest !== null && newest > ended.at)) return null
  return { at, failed: ended.failed }
}

/** Stores the last request. */
export const storeBackupRequest = (db: Database, request: BackupRequest) =>
  writeSetting(db, 'backupRequest', JSON.stringify(request))
