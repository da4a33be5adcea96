import { existsSync } from 'node:fs'
import { access, constants, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type RestoredAccess, secretLinks } from '~/auth/secret-links.server'
import { adjustableCategories, backupRetention } from '~/content/retention-terms'
import { log } from '~/log.server'
import { lockFolder } from '../processes/lock.mjs'
import { syncToDisk } from './archive.server'
import { carryOver } from './carried.server'
import { hasTable, isDamageError, readSchemaVersion, withSqlite } from './database.server'
import {
  BackupFailed,
  DATA_ENTRIES,
  DATABASE,
  formatTimestamp,
  isArchiveEntry,
  type Manifest,
  OUTBOX,
  parseTimestamp,
  SECRET,
  UPLOADS,
} from './entries'
import { requireDiskSpace, verifyDatabase } from './make.server'
import { openBackup } from './opened.server'

interface Recording {
  id: number
  storageKey: string
  userId: number
  /** When its student's account was created: an id can be another person's in another database. */
  createdAt: string
}

const READ_RECORDINGS = `select spokenAnswers.id, storageKey, userId, users.createdAt
  from spokenAnswers join users on users.id = userId`

/**
 * Removes the recordings of students' voices that were deleted or replaced since the backup, and returns their storage keys. Those
 * of people whom the replaced database does not have stay.
 */
function removeDeletedRecordings(from: string, to: string): string[] {
  if (!existsSync(from)) return []
  try {
    const known = withSqlite(from, { readonly: true }, (sqlite) => {
      if (!hasTable(sqlite, 'spokenAnswers')) return null
      const people = sqlite.prepare('select id, iif(erasedAt is null, createdAt, null) from users').raw().all()
      const keys = sqlite.prepare('select storageKey from spokenAnswers').pluck().all()
      return { people: new Map(people as [number, string | null][]), keys: new Set(keys) }
    })
    if (!known) return []
    return withSqlite(to, {}, (sqlite) => {
      if (!hasTable(sqlite, 'spokenAnswers')) return []
      sqlite.pragma('secure_delete = ON')
      const all = sqlite.prepare(READ_RECORDINGS).all() as Recording[]
      // An erased account has lost when it was created.
      const isKnown = ({ userId, createdAt }: Recording) =>
        [createdAt, null].includes(known.people.get(userId) as string | null)
      const deleted = all.filter((one) => isKnown(one) && !known.keys.has(one.storageKey))
      for (const { id } of deleted) sqlite.prepare('delete from spokenAnswers where id = ?').run(id)
      return deleted.map(({ storageKey }) => storageKey)
    })
  } catch (error) {
    if (!isDamageError(error)) throw error
    return []
  }
}

const UNFINISHED = 'restoring.unfinished'
/** A folder with the complete, verified data, ready to be moved into place. */
const READY = /^restoring-(.+)$/
const ASIDE_PREFIX = 'before-restore-'
/** How long the replaced data is preserved, in ms. */
const ASIDE_RETENTION = backupRetention.daysAside * 24 * 3_600_000

/** Replaces `dataDir` with a backup, or a folder with a database, after verifying it. Throws BackupFailed. */
export async function restoreBackup(dataDir: string, file: string) {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupFailed(`There is no file ${file}.`)
    throw error
  })
  if (!found.isFile() && !found.isDirectory()) throw new BackupFailed(`${file} is neither a file nor a folder.`)
  if (found.size === 0) throw new BackupFailed(`${file} is empty.`)
  const created = await mkdir(dataDir, { recursive: true })
  await access(dataDir, constants.W_OK)
  const staging = join(dataDir, UNFINISHED)
  const lock = lockFolder(dataDir, 'a restore')
  try {
    await rm(staging, { recursive: true, force: true })
    await completeRestore(dataDir)
    for (const name of [UPLOADS, OUTBOX]) await mkdir(join(staging, name), { recursive: true })
    const manifest = found.isFile() ? await unpackBackup(file, staging) : await copyFolder(file, staging)
    const sizes = new Map<string, number>()
    for (const name of await readdir(join(staging, UPLOADS)))
      sizes.set(`${UPLOADS}/${name}`, (await stat(join(staging, UPLOADS, name))).size)
    await verifyDatabase(join(staging, DATABASE), manifest, (name) => sizes.get(name) ?? null)
    requireStopped(dataDir)
    const isPaused = pauseSending(join(staging, DATABASE))
    const toConfirm = carryOver(join(dataDir, DATABASE), join(staging, DATABASE))
    const areKept = removeRevokedSecrets(join(dataDir, DATABASE), join(staging, DATABASE))
    for (const key of removeDeletedRecordings(join(dataDir, DATABASE), join(staging, DATABASE)))
      await rm(join(staging, UPLOADS, key), { force: true })
    for (const folder of [UPLOADS, OUTBOX, '.']) await syncToDisk(join(staging, folder))
    const ready = join(dataDir, `restoring-${formatTimestamp(new Date())}`)
    await rename(staging, ready)
    // The folder with the replaced data; null if there was none.
    const aside = await completeRestore(dataDir)
    const { madeAt = null, incomplete } = manifest
    return { madeAt, files: sizes.size, incomplete, aside, isPaused, areKept, toConfirm }
  } catch (error) {
    await rm(created ?? staging, { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
  }
}

type UnpackedBackup = Pick<Manifest, 'schema' | 'incomplete' | 'parts'> & { madeAt?: string }

async function unpackBackup(file: string, staging: string): Promise<UnpackedBackup> {
  const backup = await openBackup(file, dirname(staging))
  try {
    const { manifest } = backup
    const bytes = manifest.parts.reduce((sum, { size }) => sum + size, 0)
    await requireDiskSpace(dirname(staging), bytes)
    await backup.read((name) => join(staging, name))
    return manifest
  } finally {
    backup.close()
  }
}

/** Copies a folder. It has no manifest, so only its database can verify it. */
async function copyFolder(folder: string, staging: string): Promise<UnpackedBackup> {
  if (!existsSync(join(folder, DATABASE)))
    throw new BackupFailed(`${folder} is not a backup: a backup is a file, or a folder with ${DATABASE}.`)
  const names = [DATABASE, SECRET]
  for (const name of [UPLOADS, OUTBOX])
    for (const file of await readdir(join(folder, name)).catch(() => [])) names.push(`${name}/${file}`)
  for (const name of names.filter(isArchiveEntry)) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (!found?.isFile()) continue
    await requireDiskSpace(dirname(staging), found.size)
    await copyFile(join(folder, name), join(staging, name))
    await syncToDisk(join(staging, name))
  }
  // The latest rows of a database that was in use are in a separate file (WAL).
  if (existsSync(join(folder, `${DATABASE}-wal`)))
    throw new BackupFailed(`${folder} is in use by a server, or was copied while a server was running.`)
  try {
    const schema = withSqlite(join(staging, DATABASE), {}, (sqlite) => {
      sqlite.pragma('journal_mode = DELETE')
      return readSchemaVersion(sqlite)
    })
    return { schema, incomplete: [], parts: [] }
  } catch (error) {
    if (isDamageError(error)) throw new BackupFailed('Its database is damaged.')
    throw error
  }
}

/** Leaving WAL mode needs exclusive access, so it fails while Riverbank runs. It also merges the log into the database. */
function requireStopped(dataDir: string): void {
  const path = join(dataDir, DATABASE)
  if (!existsSync(path)) return
  try {
    withSqlite(path, { timeout: 0 }, (sqlite) => sqlite.pragma('journal_mode = DELETE'))
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY')
      throw new BackupFailed('Riverbank is still running. Please stop it first.')
    // A damaged database is a reason to restore.
    if (!isDamageError(error)) throw error
  }
}

/**
 * Pauses sending until a tutor resumes it: mail that waits in the backup may have been sent since. Holds the retention periods until a
 * tutor confirms them: those of the backup may be shorter. Returns false for an older database, which can't be paused.
 */
function pauseSending(path: string): boolean {
  return withSqlite(path, {}, (sqlite) => {
    sqlite.pragma('secure_delete = ON')
    if (!hasTable(sqlite, 'portalSettings')) return false
    sqlite
      .prepare("insert or replace into portalSettings (name, value) values ('sendingPaused', ?)")
      .run(new Date().toISOString())
    sqlite
      .prepare(
        `insert or replace into portalSettings (name, value) values ('retention', json_set(coalesce(
           (select value from portalSettings where name = 'retention'), '{"version":1}'), '$.held', json(?)))`,
      )
      .run(JSON.stringify(adjustableCategories))
    // They are as old as the backup: not a clock leap, and any backup request in it is outdated.
    sqlite
      .prepare("delete from portalSettings where name in ('clockBelieved', 'backupRequest', 'backupCurrentAt')")
      .run()
    return true
  })
}

/** What gives access without a password: cards, codes, links, and what families see. */
const restoredAccess: RestoredAccess[] = [
  ...Object.values(secretLinks).filter((stored) => stored !== null),
  { table: 'homeFamilies', column: 'nonce' },
  { table: 'shownAtHome', column: 'nonce' },
]

/** Tables in which a restore on another machine ends all access. */
export const TABLES_CLEARED_BY_RESTORE = ['sessions', ...restoredAccess.map(({ table }) => table)]

/**
 * Ends all sessions, and the cards, codes, links and addresses that the replaced database does not have: those revoked since the backup
 * must not work again. Ends all of them if there is no readable replaced database. Returns whether they could be compared.
 */
function removeRevokedSecrets(from: string, to: string): boolean {
  const valid = existsSync(from) ? readValidSecrets(from) : null
  withSqlite(to, {}, (sqlite) => {
    sqlite.pragma('secure_delete = ON')
    sqlite.exec('delete from sessions')
    for (const { table, column, end = `delete from ${table}` } of restoredAccess) {
      if (!hasTable(sqlite, table)) continue
      const ended = sqlite.prepare(`${end} where ${column} not in (select value from json_each(?))`)
      ended.run(JSON.stringify(valid?.get(table) ?? []))
    }
  })
  return valid !== null
}

/** The currently valid secrets of each table; null for a damaged database. */
function readValidSecrets(path: string): Map<string, unknown[]> | null {
  try {
    return withSqlite(path, { readonly: true }, (sqlite) => {
      const stored = restoredAccess.filter(({ table }) => hasTable(sqlite, table))
      const read = ({ table, column, where = 'true' }: RestoredAccess) =>
        sqlite.prepare(`select ${column} from ${table} where ${where}`).pluck().all()
      return new Map(stored.map((access) => [access.table, read(access)]))
    })
  } catch (error) {
    if (!isDamageError(error)) throw error
    return null
  }
}

/** Moves restored data into place, even after a kill. Returns the folder with the replaced data, or null. */
export async function completeRestore(dataDir: string): Promise<string | null> {
  const ready = (await readdir(dataDir).catch(() => [])).find((name) => READY.test(name) && parseTimestamp(name))
  if (!ready) return null
  const aside = join(dataDir, ready.replace(READY, `${ASIDE_PREFIX}$1`))
  for (const name of DATA_ENTRIES) {
    const [from, to] = [join(dataDir, ready, name), join(dataDir, name)]
    if (!existsSync(from)) continue
    if (existsSync(to)) {
      await mkdir(aside, { recursive: true })
      await rename(to, join(aside, name))
    }
    // Log files that a damaged database could not merge belong to it, not to the new one.
    if (name === DATABASE)
      for (const journal of [`${name}-wal`, `${name}-shm`].filter((one) => existsSync(join(dataDir, one)))) {
        await mkdir(aside, { recursive: true })
        await rename(join(dataDir, journal), join(aside, journal))
      }
    await rename(from, to)
  }
  await syncToDisk(dataDir)
  await rm(join(dataDir, ready), { recursive: true, force: true })
  return existsSync(aside) ? aside : null
}

/** Removes replaced data once it is older than ASIDE_RETENTION at `now`. */
export async function removeSetAsideData(dataDir: string, now = Date.now()): Promise<void> {
  // Earlier versions put them next to the backups.
  for (const folder of [dataDir, join(dataDir, 'backups')])
    for (const name of (await readdir(folder).catch(() => [])).filter((one) => one.startsWith(ASIDE_PREFIX))) {
      const moment = parseTimestamp(name)
      if (!moment || now - moment.getTime() < ASIDE_RETENTION) continue
      await rm(join(folder, name), { recursive: true, force: true })
      log.info({ name }, 'removed data that a restore had set aside')
    }
}
