import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { warnOfRestoredAccounts } from '~/domain/accounts/close-account.server'
import { log } from '~/log.server'
import type { Settings } from '~/settings.server'
import { listAppliedMigrations, migrate, NEWEST } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { applyCarried } from './carried.server'
import { ClockWatch } from './clock.server'
import { checkPages, isDamageError } from './database.server'
import { BackupFailed, DATABASE, describeError, UPLOAD_NAME, UPLOADS } from './entries'
import { type DataFolders, listAllBackups } from './folder.server'
import { makeAndPruneBackup } from './keep.server'
import { requireDiskSpace, verifyBackup, withStaging } from './make.server'
import { completeRestore } from './restore.server'

/** The starting server, which holds the folder's lock. */
interface StartingServer {
  clockWatch: ClockWatch
  /** True while an existing database is backed up and migrated. */
  startup: { isMigrating: boolean }
}

/**
 * Opens and migrates the database of DATA_DIR, after a backup if it exists already. Also completes an interrupted restore. For a `server`,
 * starts the clock watch and checks the whole file for damage, without changing it. Throws NewerDatabase, BackupFailed if the backup
 * can't be made, and UnusableDatabase for a damaged database.
 */
export async function prepareDatabase(
  settings: DataFolders & Partial<Settings>,
  server?: StartingServer,
): Promise<Database> {
  await completeRestore(settings.dataDir)
  const path = resolve(settings.dataDir, DATABASE)
  const found =
    (await findMissingDatabase(settings, path)) ?? (server && existsSync(path) ? await findDamage(path) : null)
  if (found) throw await createUnusableError(settings, found)
  const { clockWatch = new ClockWatch(), startup = { isMigrating: false } } = server ?? {}
  // Before the first backup, which may remove others, and after the damage check: SQLite creates files next to what it reads.
  if (server) await clockWatch.start(settings)
  const db = openDatabase(path)
  try {
    const from = (await listAppliedMigrations(db)).at(-1)
    const isOlder = from !== undefined && from !== NEWEST
    if (isOlder) {
      startup.isMigrating = true
      log.info({ from, to: NEWEST }, 'the database is from an earlier version: it is backed up, then updated')
      await makeAndPruneBackup({ ...settings, clockWatch }).catch((error) => {
        throw new BackupFailed(
          `Riverbank makes a backup before it updates the database from ${from} to ${NEWEST}, and that backup failed: ${describeError(error)}`,
        )
      })
    }
    await migrate(db)
    await applyCarried(db, join(settings.dataDir, UPLOADS))
    if (server) await warnOfRestoredAccounts(db)
    if (isOlder) log.info({ from, to: NEWEST }, 'the database is up to date')
    return db
  } catch (error) {
    await db.destroy()
    throw server && isDamageError(error) ? await createUnusableError(settings, `${(error as Error).message}.`) : error
  } finally {
    startup.isMigrating = false
  }
}

/** How many backups are read to find an intact one, and for how long in ms. */
const MAX_BACKUPS_READ = 10
const MAX_READ_TIME = 5 * 60_000

/** The database can't be used, and nothing was changed. The message says what the operator can do. */
export class UnusableDatabase extends Error {}

/** Creates the error with the fault `found` and the command to restore the newest intact backup. */
async function createUnusableError({ dataDir, backups }: DataFolders, found: string): Promise<UnusableDatabase> {
  const database = resolve(dataDir, DATABASE)
  log.warn({ database, found }, 'the database can’t be used: searching the backups for an intact one')
  const { whole, lacking, others } = await findNewestIntactBackup({ dataDir, backups })
  const restore =
    whole && `DATA_DIR=${quoteForShell(resolve(dataDir))} node scripts/restore.mjs ${quoteForShell(whole)}`
  const words = [
    `Riverbank can't start: the database ${database} can't be used, and nothing was changed. ${found}`,
    ...others,
    whole
      ? `The newest intact backup is ${whole}${lacking ? `, without ${lacking} uploads that were already missing` : ''}. Restore it with: ${restore}`
      : `No intact backup was found in ${resolve(backups.folder)}.`,
  ].join(' ')
  log.fatal({ database, found, backup: whole, restore }, words)
  return new UnusableDatabase(words)
}

const quoteForShell = (path: string) => (/^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

/** Why an empty or missing database is a fault; null for any other database and for a new folder. */
async function findMissingDatabase({ dataDir, backups }: DataFolders, database: string): Promise<string | null> {
  const size = (await stat(database).catch(() => null))?.size
  if (size) return null
  const uploads = (await readdir(join(dataDir, UPLOADS)).catch(() => [])).filter((name) =>
    UPLOAD_NAME.test(name),
  ).length
  const made = size === 0 ? (await listAllBackups(backups.folder)).length : 0
  if (uploads + made === 0) return null
  const evidence = uploads > 0 ? `there are ${uploads} files in the uploads folder` : `there are ${made} backups of it`
  return `It is ${size === 0 ? 'empty' : 'missing'}, but ${evidence}.`
}

/** The damage found by a check of the whole file, or null. Leaves no new files next to a damaged database. */
async function findDamage(database: string): Promise<string | null> {
  const [log, index] = [`${database}-wal`, `${database}-shm`] as const
  const evidence = [log, index].filter((path) => !existsSync(path))
  const faults = await checkPages(database)
  if (faults.length === 0) return null
  const isUsed = existsSync(log) && (await stat(log)).size > 0
  for (const path of isUsed ? [] : evidence) await rm(path, { force: true })
  return `It is damaged, or its disk is failing: ${faults.join('; ').replaceAll('\n', ' ')}.`
}

/** Finds the newest backup that can be restored, the number of uploads it lacks, and the reasons why newer ones were skipped. */
async function findNewestIntactBackup({ dataDir, backups }: DataFolders) {
  const over = AbortSignal.timeout(MAX_READ_TIME)
  const others: string[] = []
  const newestFirst = (await listAllBackups(backups.folder)).reverse()
  for (const { path } of newestFirst.slice(0, MAX_BACKUPS_READ)) {
    const file = resolve(path)
    try {
      const { incomplete } = await withStaging(dataDir, async (staging) => {
        await requireDiskSpace(staging, 2 * ((await stat(join(dataDir, DATABASE)).catch(() => null))?.size ?? 0))
        return verifyBackup(file, { dataDir, staging, signal: over })
      })
      return { whole: file, lacking: incomplete.length, others }
    } catch (error) {
      others.push(
        `${file} is not an intact backup: ${over.aborted ? 'reading it took too long.' : describeError(error)}`,
      )
      if (over.aborted) break
    }
  }
  return { whole: null, lacking: 0, others }
}
