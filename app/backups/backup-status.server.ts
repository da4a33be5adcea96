import { sql } from 'kysely'
import type { Tutor } from '~/domain/accounts/account'
import type { SiteWarning } from '~/http/errors/warnings.server'
import type { Database } from '~db/schema'
import type { BackupRequest } from './request.server'
import { isBelieved } from './schedule'

/** What is known of the backups. */
export interface LastBackup {
  /** When the newest one of either kind was made (ISO 8601); null without one. */
  at: string | null
  /** Until when nothing was saved that it lacks: the same, or when it was last seen that nothing has changed since. */
  currentAt: string | null
  /** When the newest whole one was made; null without one. */
  wholeAt: string | null
  /** False when one has failed since. */
  ok: boolean
  /** Why it failed, in words for the operator. */
  reason: string | null
  /** False with BACKUP_EVERY=never. */
  isDaily: boolean
  /** True with BACKUP_EVERY=hour. */
  isHourly: boolean
  /** What is wrong with the folder of the backups, in words without its path; null when nothing is. */
  folder: string | null
  /** That some are dated ahead, and which clock erred; null where none is. */
  ahead: string | null
}

/** A backup in the folder, as tutors see it. */
export interface NewestBackup {
  path: string
  /** ISO 8601 */
  at: string
  bytes: number
  /** Why it is not whole, in words; null where it is. */
  lacks: string | null
}

/** What tutors can do with backups. */
interface BackupsByHand {
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

/** The state of the backups. Both are null where no job makes backups (development, tests). */
export class BackupStatus {
  last: LastBackup | null = null
  byHand: BackupsByHand | null = null

  /** For /healthz: when the last good backup was made, and whether none has failed since. */
  get health(): Pick<LastBackup, 'at' | 'ok'> | null {
    return this.last && { at: this.last.at, ok: this.last.ok }
  }

  /** For tutors, to pass on, when the last backup has failed. */
  get warnings(): SiteWarning[] {
    if (!this.last || this.last.ok) return []
    const text = `It is tried again every hour. Please tell whoever looks after the website: ${this.last.reason}`
    return [{ title: 'The last backup did not work', text }]
  }
}

/** When the database was first migrated: a backup that was due before then was not missed. The beginning of time for a moment ahead. */
export async function setUpAt(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  const at = new Date(rows[0]?.at ?? Date.now())
  return isBelieved(at, new Date()) ? at : new Date(0)
}
