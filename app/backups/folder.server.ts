import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createStartError, formatFault, type Settings } from '~/settings.server'
import { createBackupName, createHourlyName, HOURLY, parseTimestamp } from './entries'
import { formatDuration, isPlausible } from './schedule'

/** The settings for the folders of data and backups. */
export type DataFolders = Pick<Settings, 'dataDir' | 'backups'>

/** True if BACKUP_DIR is set. Riverbank never creates that folder: if it is missing, its disk may be unmounted. */
export const hasOwnBackupFolder = ({ dataDir, backups }: DataFolders) => backups.folder !== join(dataDir, 'backups')

const { R_OK, W_OK, X_OK } = constants
const faultMessages: Record<string, string> = {
  ENOENT: 'does not exist. Is its disk mounted?',
  ENOTDIR: 'is a file, or is inside one.',
  EACCES: 'is not writable for this user.',
  EROFS: 'is on a read-only disk.',
}

/** The device number of a folder's disk; null if the folder does not exist. */
export const getDisk = async (folder: string) => (await stat(folder).catch(() => null))?.dev ?? null

/** The fault of BACKUP_DIR, if it is set, without its path; or null. `disk` is the device it was on before, which may be unmounted now. */
export async function findFolderFault({ dataDir, backups }: DataFolders, disk?: number | null): Promise<string | null> {
  if (!hasOwnBackupFolder({ dataDir, backups })) return null
  try {
    await readdir(backups.folder)
    await access(backups.folder, R_OK | W_OK | X_OK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return faultMessages[code] ?? `can’t be used (${code}).`
  }
  const present = await getDisk(backups.folder)
  if (disk && present !== disk && [await getDisk('/'), await getDisk(dataDir)].includes(present))
    return 'is on the system disk now, but was on another disk before. Is that disk mounted?'
  return null
}

/** Throws as an invalid setting does if BACKUP_DIR can't be used. */
export async function requireBackupFolder(settings: DataFolders): Promise<void> {
  if (!(await findFolderFault(settings))) return
  const must = 'must be an existing, writable folder: it is not created, because its disk may be missing'
  throw createStartError([formatFault('BACKUP_DIR', must, settings.backups.folder)])
}

/** Creates the default backup folder if DATA_DIR exists. */
export async function createDefaultFolder(settings: DataFolders): Promise<void> {
  if (!hasOwnBackupFolder(settings) && existsSync(settings.dataDir))
    await mkdir(settings.backups.folder, { recursive: true })
}

/** The times in the names of files that `pageNames` names, oldest first. */
async function listTimestamps(folder: string, nameOf: (moment: Date) => string): Promise<Date[]> {
  const names = await readdir(folder).catch(() => [])
  const moments = names.map((name) => {
    const moment = parseTimestamp(name)
    return moment && name === nameOf(moment) ? moment : null
  })
  return moments.filter((moment) => moment !== null).sort((a, b) => a.getTime() - b.getTime())
}

/** The times of the daily backups in a folder, oldest first, including those dated ahead. Renamed files are ignored. */
export const listBackups = (folder: string): Promise<Date[]> => listTimestamps(folder, createBackupName)

/** Like listBackups, for the hourly backups in that folder. */
export const listHourlyBackups = (folder: string): Promise<Date[]> =>
  listTimestamps(join(folder, HOURLY), createHourlyName)

/** Like listBackups, for both kinds, with their paths. */
export async function listAllBackups(folder: string): Promise<{ madeAt: Date; path: string }[]> {
  const whole = (await listBackups(folder)).map((madeAt) => ({ madeAt, path: join(folder, createBackupName(madeAt)) }))
  const hourly = (await listHourlyBackups(folder)).map((madeAt) => ({
    madeAt,
    path: join(folder, HOURLY, createHourlyName(madeAt)),
  }))
  return [...whole, ...hourly].sort((one, other) => one.madeAt.getTime() - other.madeAt.getTime())
}

/** The times of the newest daily backup in a folder and the newest of any kind, without those dated ahead. */
export async function findNewestBackups(folder: string): Promise<{ whole?: Date; newest?: Date }> {
  const now = new Date()
  const isNow = (moment: Date) => isPlausible(moment, now)
  const [whole, hourly] = [
    (await listBackups(folder)).findLast(isNow),
    (await listHourlyBackups(folder)).findLast(isNow),
  ]
  return { whole, newest: whole && hourly && whole > hourly ? whole : (hourly ?? whole) }
}

/** A message about backups dated after `now`, which are ignored; null if there are none. */
export async function describeFutureBackups(
  { backups }: Pick<DataFolders, 'backups'>,
  now = new Date(),
): Promise<string | null> {
  const newest = (await listAllBackups(backups.folder)).at(-1)?.madeAt
  if (!newest || isPlausible(newest, now)) return null
  const ahead = formatDuration(newest.getTime() - now.getTime())
  return `A backup is dated ${ahead} in the future, and is ignored: the clock is behind now, or was ahead then. Compare it with your own clock. If it is correct, rename or delete the backup.`
}
