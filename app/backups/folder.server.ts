import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteWarning } from '~/http/errors/warnings.server'
import { cannotStart, lineFor, type Settings } from '~/settings.server'
import { backupName, HOURLY, hourlyName, momentIn } from './entries'

type Where = Pick<Settings, 'dataDir' | 'backups'>

/** True for a folder that BACKUP_DIR names. Riverbank never makes it: where it is missing, the disk that it is on may be. */
export const isGiven = ({ dataDir, backups }: Where) => backups.folder !== join(dataDir, 'backups')

const { R_OK, W_OK, X_OK } = constants
const faults: Record<string, string> = {
  ENOENT: 'is not there. Is its disk mounted?',
  ENOTDIR: 'is a file, or stands under one.',
  EACCES: 'can’t be written by this user.',
  EROFS: 'is on a disk that can only be read.',
}

/** The number of the disk of a folder (stat.dev); null where it isn't there. */
export const diskOf = async (folder: string) => (await stat(folder).catch(() => null))?.dev ?? null

/** What is wrong with a BACKUP_DIR that was given, without its path; or null. `disk` is the one it was on, which may be unmounted. */
export async function folderFault({ dataDir, backups }: Where, disk?: number | null): Promise<string | null> {
  if (!isGiven({ dataDir, backups })) return null
  try {
    await readdir(backups.folder)
    await access(backups.folder, R_OK | W_OK | X_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return faults[code] ?? `can’t be used (${code}).`
  }
  const present = await diskOf(backups.folder)
  if (disk && present !== disk && [await diskOf('/'), await diskOf(dataDir)].includes(present))
    return 'is on the disk of the system now, and was on another one before. Is its own mounted?'
  return null
}

/** Throws what a wrong setting throws where BACKUP_DIR can't be used. */
export async function requireBackupFolder(settings: Where): Promise<void> {
  if (!(await folderFault(settings))) return
  const must = 'must be a folder that is there and can be written: it is not made, since its disk may be missing'
  throw cannotStart([lineFor('BACKUP_DIR', must, settings.backups.folder)])
}

/** Makes the folder in DATA_DIR where it isn't there yet, and DATA_DIR is. */
export async function makeOwnFolder(settings: Where): Promise<void> {
  if (!isGiven(settings) && existsSync(settings.dataDir)) await mkdir(settings.backups.folder, { recursive: true })
}

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

/** The moments of files by the names that `nameOf` gives them, oldest first. */
async function momentsOf(folder: string, nameOf: (moment: Date) => string): Promise<Date[]> {
  const names = await readdir(folder).catch(() => [])
  const moments = names.map((name) => {
    const moment = momentIn(name)
    return moment && name === nameOf(moment) ? moment : null
  })
  return moments.filter((moment) => moment !== null).sort((a, b) => a.getTime() - b.getTime())
}

/** When the whole backups in a folder were made by their names, oldest first, those dated ahead too; those that were given another name are not among them. */
export const backupsIn = (folder: string): Promise<Date[]> => momentsOf(folder, backupName)

/** As backupsIn, of the hourly backups in that folder. */
export const hourlyIn = (folder: string): Promise<Date[]> => momentsOf(join(folder, HOURLY), hourlyName)

/** As backupsIn, of both kinds, with where they are. */
export async function allBackupsIn(folder: string): Promise<{ madeAt: Date; path: string }[]> {
  const whole = (await backupsIn(folder)).map((madeAt) => ({ madeAt, path: join(folder, backupName(madeAt)) }))
  const hourly = (await hourlyIn(folder)).map((madeAt) => ({ madeAt, path: join(folder, HOURLY, hourlyName(madeAt)) }))
  return [...whole, ...hourly].sort((one, other) => one.madeAt.getTime() - other.madeAt.getTime())
}

/** For tutors, to pass on, when the last backup has failed. */
export function backupWarning(): SiteWarning[] {
  if (!known || known.ok) return []
  const text = `It is tried again every hour. Please tell whoever looks after the website: ${known.reason}`
  return [{ title: 'The last backup did not work', text }]
}
