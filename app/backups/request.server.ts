import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import type { Database } from '~db/schema'

/** The last backup that a tutor asked for. It is stored, so that a stop or a crash doesn't end it unseen. */
export interface BackupRequest {
  /** When it was asked for (ISO 8601). */
  at: string
  /** How often it was begun. */
  tries: number
  /** When it was made, or given up, and why; null until then. */
  ended: { at: string; failed: string | null } | null
}

/** A backup that is cut off is begun again so many times in all: it may be what makes the server fail. */
export const MOST_TRIES = 3

/** The last request; null where there was none. */
export async function readRequest(db: Database): Promise<BackupRequest | null> {
  return JSON.parse((await readSetting(db, 'backupRequest')) ?? 'null')
}

/** When a backup was asked for that could not be made, and why; null where the newest one (ISO 8601) was made after that. */
export function unmetRequest(request: BackupRequest | null, newest: string | null) {
  const { at, ended } = request ?? {}
  if (!at || !ended?.failed || (newest !== null && newest > ended.at)) return null
  return { at, failed: ended.failed }
}

/** Stores the last request, as it is now. */
export const storeRequest = (db: Database, request: BackupRequest) =>
  writeSetting(db, 'backupRequest', JSON.stringify(request))
