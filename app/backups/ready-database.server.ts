import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { takeUpCarried } from '~/domain/consent/carried.server'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { migrate, migrationsOf, NEWEST } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { ClockWatch } from './clock.server'
import { isDamage, quickCheck } from './database.server'
import { DATABASE, inWords, NotDone, UPLOADS, uploadName } from './entries'
import { allBackupsIn, type DataFolders } from './folder.server'
import { keepBackup } from './keep.server'
import { checkWritten, requireBytes, withStaging } from './make.server'
import { completeRestore } from './restore.server'

/** The server that opens the database, with the folder's lock: no other process writes there. */
interface StartingServer {
  clockWatch: ClockWatch
  /** True while an existing database is backed up and brought to the newest tables. */
  startup: { isMigrating: boolean }
}

/**
 * Opens the database of DATA_DIR, brought to the newest tables; before an existing one is changed, a backup of it is made. Also
 * completes a restore that was interrupted. For a `server` it starts the clock watch and looks for damage in the whole file, without a
 * change. Throws NewerDatabase, NotDone when the backup can't be made, and UnusableDatabase for a damaged database.
 */
export async function readyDatabase(
  settings: DataFolders & Partial<Settings>,
  server?: StartingServer,
): Promise<Database> {
  await completeRestore(settings.dataDir)
  const path = resolve(settings.dataDir, DATABASE)
  const found = (await emptied(settings, path)) ?? (server && existsSync(path) ? await damageOf(path) : null)
  if (found) throw await unusable(settings, found)
  const { clockWatch = new ClockWatch(), startup = { isMigrating: false } } = server ?? {}
  // Before the first backup, which may remove others, and after the look for damage: SQLite writes beside what it reads.
  if (server) await clockWatch.start(settings)
  const db = openDatabase(path)
  try {
    const from = (await migrationsOf(db)).at(-1)
    const isOlder = from !== undefined && from !== NEWEST
    if (isOlder) {
      startup.isMigrating = true
      log.info({ from, to: NEWEST }, 'the database is of an earlier version: it is backed up, then brought up to date')
      await keepBackup({ ...settings, clockWatch }).catch((error) => {
        throw new NotDone(
          `Riverbank can't bring the database from ${from} to ${NEWEST} before it has made a backup, and that failed: ${inWords(error)}`,
        )
      })
    }
    await migrate(db)
    await takeUpCarried(db)
    if (isOlder) log.info({ from, to: NEWEST }, 'the database is up to date')
    return db
  } catch (error) {
    await db.destroy()
    throw server && isDamage(error) ? await unusable(settings, `${(error as Error).message}.`) : error
  } finally {
    startup.isMigrating = false
  }
}

/** How many backups are read, and for how long in milliseconds, to find one that is whole. */
const MOST_READ = 10
const READ_FOR = 5 * 60_000

/** A database that can't be used, with what its operator has to know. Nothing was changed. */
export class UnusableDatabase extends Error {}

/** The error that tells what was `found` of the database, and how to go back to the newest whole backup. */
async function unusable({ dataDir, backups }: DataFolders, found: string): Promise<UnusableDatabase> {
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
async function emptied({ dataDir, backups }: DataFolders, database: string): Promise<string | null> {
  const size = (await stat(database).catch(() => null))?.size
  if (size) return null
  const uploads = (await readdir(join(dataDir, UPLOADS)).catch(() => [])).filter((name) => uploadName.test(name)).length
  const made = size === 0 ? (await allBackupsIn(backups.folder)).length : 0
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

/** The newest backup of either kind that can be read and is as a restore wants it, how many uploads it lacks, and in words why newer ones are none. */
async function newestWhole({ dataDir, backups }: DataFolders) {
  const over = AbortSignal.timeout(READ_FOR)
  const others: string[] = []
  const newestFirst = (await allBackupsIn(backups.folder)).reverse()
  for (const { path } of newestFirst.slice(0, MOST_READ)) {
    const file = resolve(path)
    try {
      const { incomplete } = await withStaging(dataDir, async (staging) => {
        await requireBytes(staging, 2 * ((await stat(join(dataDir, DATABASE)).catch(() => null))?.size ?? 0))
        return checkWritten(file, { dataDir, staging, signal: over })
      })
      return { whole: file, lacking: incomplete.length, others }
    } catch (error) {
      others.push(`${file} is not a whole backup: ${over.aborted ? 'reading it took too long.' : inWords(error)}`)
      if (over.aborted) break
    }
  }
  return { whole: null, lacking: 0, others }
}
