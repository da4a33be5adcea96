import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import type { Database } from '~db/schema'

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
