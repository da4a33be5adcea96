import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cannotStart, lineFor, type Settings } from '~/settings.server'
import { backupName, HOURLY, hourlyName, momentIn } from './entries'
import { isBelieved, spellTime } from './schedule'

/** The settings that say where data and backups are. */
export type DataFolders = Pick<Settings, 'dataDir' | 'backups'>

/** True for a folder that BACKUP_DIR names. Riverbank never makes it: where it is missing, the disk that it is on may be. */
export const isGiven = ({ dataDir, backups }: DataFolders) => backups.folder !== join(dataDir, 'backups')

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
export async function folderFault({ dataDir, backups }: DataFolders, disk?: number | null): Promise<string | null> {
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
export async function requireBackupFolder(settings: DataFolders): Promise<void> {
  if (!(await folderFault(settings))) return
  const must = 'must be a folder that is there and can be written: it is not made, since its disk may be missing'
  throw cannotStart([lineFor('BACKUP_DIR', must, settings.backups.folder)])
}

/** Makes the folder in DATA_DIR where it isn't there yet, and DATA_DIR is. */
export async function makeOwnFolder(settings: DataFolders): Promise<void> {
  if (!isGiven(settings) && existsSync(settings.dataDir)) await mkdir(settings.backups.folder, { recursive: true })
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

/** When the newest whole backup in a folder was made, and the newest of either kind; those dated ahead are none. */
export async function newestBackups(folder: string): Promise<{ whole?: Date; newest?: Date }> {
  const now = new Date()
  const isNow = (moment: Date) => isBelieved(moment, now)
  const [whole, hourly] = [(await backupsIn(folder)).findLast(isNow), (await hourlyIn(folder)).findLast(isNow)]
  return { whole, newest: whole && hourly && whole > hourly ? whole : (hourly ?? whole) }
}

/** Why backups that are dated ahead of `now` do not count, in words; null where none is. */
export async function aheadInWords(
  { backups }: Pick<DataFolders, 'backups'>,
  now = new Date(),
): Promise<string | null> {
  const newest = (await allBackupsIn(backups.folder)).at(-1)?.madeAt
  if (!newest || isBelieved(newest, now)) return null
  const ahead = spellTime(newest.getTime() - now.getTime())
  return `A backup is dated ${ahead} ahead, and does not count: the clock is behind now, or was ahead then. Compare it with your own. If it is right, give the backup another name or delete it.`
}
