import { readdir } from 'node:fs/promises'
import type { SiteWarning } from '~/http/errors/warnings.server'
import { backupName, momentIn } from './entries'

/** What is known of the backups. */
export interface LastBackup {
  /** When the newest good one was made (ISO 8601); null without one. */
  at: string | null
  /** False when one has failed since. */
  ok: boolean
  /** Why it failed, in words for the operator. */
  reason: string | null
  /** False with BACKUP_AT=never. */
  isDaily: boolean
  /** What is wrong with the folder of the backups, in words without its path; null when nothing is. */
  folder: string | null
  /** That some are dated ahead, and which clock erred; null where none is. */
  ahead: string | null
}

let known: LastBackup | null = null

/** The last backup as this process knows it; null where nothing looks after backups (development, tests). */
export function lastBackup(): LastBackup | null {
  return known
}

export function noteBackup(found: LastBackup | null): void {
  known = found
}

/** For /healthz: when the last good backup was made, and whether none has failed since. */
export function backupHealth(): Pick<LastBackup, 'at' | 'ok'> | null {
  return known && { at: known.at, ok: known.ok }
}

/** When the backups in a folder were made by their names, oldest first, those dated ahead too; those that were given another name are not among them. */
export async function backupsIn(folder: string): Promise<Date[]> {
  const names = await readdir(folder).catch(() => [])
  const moments = names.map((name) => {
    const moment = momentIn(name)
    return moment && name === backupName(moment) ? moment : null
  })
  return moments.filter((moment) => moment !== null).sort((a, b) => a.getTime() - b.getTime())
}

/** For tutors, to pass on, when the last backup has failed. */
export function backupWarning(): SiteWarning[] {
  if (!known || known.ok) return []
  const text = `It is tried again every hour. Please tell whoever looks after the website: ${known.reason}`
  return [{ title: 'The last backup did not work', text }]
}
