import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { quickCheck } from './database.server'
import { backupName, DATABASE, UPLOADS, uploadName } from './entries'
import { inWords } from './in-words'
import { backupsIn } from './last.server'
import { checkWritten, requireBytes, STAGING } from './make.server'

type Where = Pick<Settings, 'dataDir' | 'backups'>

/** How many backups are read, and for how long in milliseconds, to find one that is whole. */
const MOST_READ = 10
const READ_FOR = 5 * 60_000

/** A database that can't be used, with what its operator has to know. Nothing was changed. */
export class UnusableDatabase extends Error {}

/**
 * Throws UnusableDatabase where the database of DATA_DIR is damaged, no database, or empty or gone beside its uploads; the log says it too.
 * Looks into the whole file only where `isAlone` tells that this process holds the folder's lock. Changes nothing on the disk.
 */
export async function requireWhole(where: Where, { isAlone = false } = {}): Promise<void> {
  const database = resolve(where.dataDir, DATABASE)
  const found = (await emptied(where, database)) ?? (isAlone && existsSync(database) ? await damageOf(database) : null)
  if (found) throw await unusable(where, found)
}

/** The error that tells what was `found` of the database, and how to go back to the newest whole backup. */
export async function unusable({ dataDir, backups }: Where, found: string): Promise<UnusableDatabase> {
  const database = resolve(dataDir, DATABASE)
  log.warn({ database, found }, 'the database can’t be used: backups are read to find a whole one')
  const { whole, lacking, others } = await newestWhole({ dataDir, backups })
  const restore = whole && `DATA_DIR=${quoted(resolve(dataDir))} node scripts/restore.mjs ${quoted(whole)}`
  const words = [
    `Riverbank can't start: the database ${database} can't be used, and nothing was changed. ${found}`,
    ...others,
    whole
      ? `The newest whole backup is ${whole}${lacking ? `, without ${lacking} uploads that had lost their bytes` : ''}. Restore it with: ${restore}`
      : `No whole backup was found in ${resolve(backups.folder)}.`,
  ].join(' ')
  log.fatal({ database, found, backup: whole, restore }, words)
  return new UnusableDatabase(words)
}

const quoted = (path: string) => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

/** What is wrong with a database that is empty or gone; null for any other, and for that of a new folder. */
async function emptied({ dataDir, backups }: Where, database: string): Promise<string | null> {
  const size = (await stat(database).catch(() => null))?.size
  if (size) return null
  const uploads = (await readdir(join(dataDir, UPLOADS)).catch(() => [])).filter((name) => uploadName.test(name)).length
  const made = size === 0 ? (await backupsIn(backups.folder)).length : 0
  if (uploads + made === 0) return null
  const beside = uploads > 0 ? `${uploads} files are in its folder of uploads` : `${made} backups were made of it`
  return `It ${size === 0 ? 'has no bytes' : 'is not there'}, but ${beside}.`
}

/** What a check of the whole file finds; null for a database that is whole. Beside a damaged one no file is left that was not there. */
async function damageOf(database: string): Promise<string | null> {
  const [log, index] = [`${database}-wal`, `${database}-shm`] as const
  const beside = [log, index].filter((path) => !existsSync(path))
  const faults = await quickCheck(database)
  if (faults.length === 0) return null
  const isUsed = existsSync(log) && (await stat(log)).size > 0
  for (const path of isUsed ? [] : beside) await rm(path, { force: true })
  return `It is damaged, or its disk fails: ${faults.join('; ').replaceAll('\n', ' ')}.`
}

/** The newest backup that can be read and is as a restore wants it, how many uploads it lacks, and in words why newer ones are none. */
async function newestWhole({ dataDir, backups }: Where) {
  const over = AbortSignal.timeout(READ_FOR)
  const others: string[] = []
  const moments = (await backupsIn(backups.folder)).reverse()
  for (const moment of moments.slice(0, MOST_READ)) {
    const file = resolve(backups.folder, backupName(moment))
    try {
      const staging = await mkdtemp(join(dataDir, STAGING))
      try {
        await requireBytes(staging, 2 * ((await stat(join(dataDir, DATABASE)).catch(() => null))?.size ?? 0))
        const { incomplete } = await checkWritten(file, staging, over)
        return { whole: file, lacking: incomplete.length, others }
      } finally {
        await rm(staging, { recursive: true, force: true })
      }
    } catch (error) {
      others.push(`${file} is no whole backup: ${over.aborted ? 'reading it took too long.' : inWords(error)}`)
      if (over.aborted) break
    }
  }
  return { whole: null, lacking: 0, others }
}
