import { existsSync } from 'node:fs'
import { access, constants, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type SQLite from 'better-sqlite3'
import { backupsKept, changeable } from '~/content/retention-terms'
import { READ_CONSENTS, READ_ERASED, READ_MARKS } from '~/domain/consent/carried.server'
import { log } from '~/log.server'
import { lockFolder } from '../../scripts/lock.mjs'
import { sync } from './archive.server'
import { isDamage, schemaOf, withSqlite } from './database.server'
import {
  DATABASE,
  ENTRIES,
  isEntry,
  type Manifest,
  momentIn,
  NotDone,
  OUTBOX,
  SECRET,
  stampOf,
  UPLOADS,
} from './entries'
import { checkContents, requireBytes } from './make.server'
import { openBackup } from './opened.server'

const UNFINISHED = 'restoring.unfinished'
/** A folder with all that is restored, whole and checked: it only has to be moved to its place. */
const READY = /^restoring-(.+)$/
const ASIDE = 'before-restore-'
/** In milliseconds, for which a restore keeps what was there before. */
const ASIDE_KEPT_FOR = backupsKept.daysAside * 24 * 3_600_000

/** Replaces `dataDir` by a backup, or a folder with a database, once all is checked. Throws NotDone. */
export async function restoreBackup(dataDir: string, file: string) {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new NotDone(`There is no file ${file}.`)
    throw error
  })
  if (!found.isFile() && !found.isDirectory()) throw new NotDone(`${file} is neither a file nor a folder.`)
  if (found.size === 0) throw new NotDone(`${file} is empty.`)
  const created = await mkdir(dataDir, { recursive: true })
  await access(dataDir, constants.W_OK)
  const staging = join(dataDir, UNFINISHED)
  const lock = lockFolder(dataDir, 'a restore')
  try {
    await rm(staging, { recursive: true, force: true })
    await completeRestore(dataDir)
    for (const name of [UPLOADS, OUTBOX]) await mkdir(join(staging, name), { recursive: true })
    const manifest = found.isFile() ? await unpack(file, staging) : await copyFolder(file, staging)
    const sizes = new Map<string, number>()
    for (const name of await readdir(join(staging, UPLOADS)))
      sizes.set(`${UPLOADS}/${name}`, (await stat(join(staging, UPLOADS, name))).size)
    await checkContents(join(staging, DATABASE), manifest, (name) => sizes.get(name) ?? null)
    requireStopped(dataDir)
    const isPaused = pauseSending(join(staging, DATABASE))
    carryConsents(join(dataDir, DATABASE), join(staging, DATABASE))
    const areKept = endSecrets(join(dataDir, DATABASE), join(staging, DATABASE))
    for (const folder of [UPLOADS, OUTBOX, '.']) await sync(join(staging, folder))
    const ready = join(dataDir, `restoring-${stampOf(new Date())}`)
    await rename(staging, ready)
    // The folder with what was there before; null when there was nothing.
    const aside = await completeRestore(dataDir)
    const { madeAt = null, incomplete } = manifest
    return { madeAt, files: sizes.size, incomplete, aside, isPaused, areKept }
  } catch (error) {
    await rm(created ?? staging, { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
  }
}

type Unpacked = Pick<Manifest, 'schema' | 'incomplete' | 'parts'> & { madeAt?: string }

async function unpack(file: string, staging: string): Promise<Unpacked> {
  const backup = await openBackup(file, dirname(staging))
  try {
    const { manifest } = backup
    const bytes = manifest.parts.reduce((sum, { size }) => sum + size, 0)
    await requireBytes(dirname(staging), bytes)
    await backup.read((name) => join(staging, name))
    return manifest
  } finally {
    backup.close()
  }
}

/** A folder has no manifest: what its database says is all that it can be checked by. */
async function copyFolder(folder: string, staging: string): Promise<Unpacked> {
  if (!existsSync(join(folder, DATABASE)))
    throw new NotDone(`${folder} is a folder, and no backup: a backup is a file, or a folder with a ${DATABASE}.`)
  const names = [DATABASE, SECRET]
  for (const name of [UPLOADS, OUTBOX])
    for (const file of await readdir(join(folder, name)).catch(() => [])) names.push(`${name}/${file}`)
  for (const name of names.filter(isEntry)) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (!found?.isFile()) continue
    await requireBytes(dirname(staging), found.size)
    await copyFile(join(folder, name), join(staging, name))
    await sync(join(staging, name))
  }
  // A copy of a database that was in use has its latest rows in a file beside it.
  if (existsSync(join(folder, `${DATABASE}-wal`)))
    throw new NotDone(`${folder} is in use by a server, or was copied from one that ran.`)
  try {
    const schema = withSqlite(join(staging, DATABASE), {}, (sqlite) => {
      sqlite.pragma('journal_mode = DELETE')
      return schemaOf(sqlite)
    })
    return { schema, incomplete: [], parts: [] }
  } catch (error) {
    if (isDamage(error)) throw new NotDone('Its database is damaged.')
    throw error
  }
}

/** Leaving WAL needs the database alone, so it fails while Riverbank runs; it also merges what is in the log into the one file. */
function requireStopped(dataDir: string): void {
  const path = join(dataDir, DATABASE)
  if (!existsSync(path)) return
  try {
    withSqlite(path, { timeout: 0 }, (sqlite) => sqlite.pragma('journal_mode = DELETE'))
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY')
      throw new NotDone('Riverbank is still running. Please stop it first.')
    // A damaged one is why there is a restore.
    if (!isDamage(error)) throw error
  }
}

const hasTable = (sqlite: SQLite.Database, name: string) =>
  sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined

/**
 * What waits in a backup may have gone out since: pauses sending until a tutor lets it go on. And its terms may be shorter than those that
 * the centre had: nothing is removed by them until a tutor has looked. False for an older database, which can't be paused.
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
      .run(JSON.stringify(changeable))
    // They are as old as the backup: that is no leap of the clock, and a request for a backup from then is over.
    sqlite
      .prepare("delete from portalSettings where name in ('clockBelieved', 'backupRequest', 'backupCurrentAt')")
      .run()
    return true
  })
}

const CARRIED = "select value from portalSettings where name = 'consentsCarried'"

/**
 * Gives the restored database what people said about photos in the one that it replaces, which takes it up when it is next opened: no
 * restore undoes a 'no'. Nothing of a damaged database, or of one without these tables.
 */
function carryConsents(from: string, to: string): void {
  if (!existsSync(from)) return
  try {
    const carried = withSqlite(from, { readonly: true }, (sqlite) => {
      if (!hasTable(sqlite, 'photoConsents')) return null
      // A restore before this one, after which nothing was started.
      const before = JSON.parse(String(sqlite.prepare(CARRIED).pluck().get() ?? '{}'))
      const all = (statement: string, waiting: object[] = []) => [...sqlite.prepare(statement).all(), ...waiting]
      return {
        consents: all(READ_CONSENTS, before.consents),
        marks: all(READ_MARKS, before.marks),
        erased: all(READ_ERASED, before.erased),
      }
    })
    if (!carried || Object.values(carried).every(({ length }) => length === 0)) return
    withSqlite(to, {}, (sqlite) => {
      sqlite.pragma('secure_delete = ON')
      if (!hasTable(sqlite, 'portalSettings')) return
      const put = sqlite.prepare("insert or replace into portalSettings (name, value) values ('consentsCarried', ?)")
      put.run(JSON.stringify(carried))
    })
  } catch (error) {
    if (!isDamage(error)) throw error
    log.warn({ err: error }, 'the damaged database can’t tell what people said about photos since this backup')
  }
}

/** What lets somebody in without a password, or shows a calendar, until it is taken back: its table, and the column that tells it from another. */
const SECRETS = {
  signInCards: 'tokenHash',
  dayCodes: 'codeSeal',
  familyLinks: 'tokenHash',
  calendarAddresses: 'nonce',
} as const

/** The tables of which a restore elsewhere keeps no row. */
export const endedByRestore = ['sessions', ...Object.keys(SECRETS)]

/**
 * Lets nothing work again that was taken back since the backup: nobody is logged in, and of cards, codes and addresses those are left that
 * the database which is replaced has too. Where there is none, or a damaged one, none are left. Returns whether they could be compared.
 */
function endSecrets(from: string, to: string): boolean {
  const valid = existsSync(from) ? validSecrets(from) : null
  withSqlite(to, {}, (sqlite) => {
    sqlite.pragma('secure_delete = ON')
    sqlite.exec('delete from sessions')
    for (const [table, column] of Object.entries(SECRETS)) {
      if (!hasTable(sqlite, table)) continue
      const ended = sqlite.prepare(`delete from ${table} where ${column} not in (select value from json_each(?))`)
      ended.run(JSON.stringify(valid?.get(table) ?? []))
    }
  })
  return valid !== null
}

/** The secrets of each table that work now; null for a damaged database. */
function validSecrets(path: string): Map<string, unknown[]> | null {
  try {
    return withSqlite(path, { readonly: true }, (sqlite) => {
      const tables = Object.entries(SECRETS).filter(([table]) => hasTable(sqlite, table))
      const secrets = (table: string, column: string) => sqlite.prepare(`select ${column} from ${table}`).pluck().all()
      return new Map(tables.map(([table, column]) => [table, secrets(table, column)]))
    })
  } catch (error) {
    if (!isDamage(error)) throw error
    return null
  }
}

/** Moves what a restore has made ready to its place, also after a kill. Returns the folder of what was there before, or null. */
export async function completeRestore(dataDir: string): Promise<string | null> {
  const ready = (await readdir(dataDir).catch(() => [])).find((name) => READY.test(name) && momentIn(name))
  if (!ready) return null
  const aside = join(dataDir, ready.replace(READY, `${ASIDE}$1`))
  for (const name of ENTRIES) {
    const [from, to] = [join(dataDir, ready, name), join(dataDir, name)]
    if (!existsSync(from)) continue
    if (existsSync(to)) {
      await mkdir(aside, { recursive: true })
      await rename(to, join(aside, name))
    }
    // What a damaged database could not merge into itself belongs to it, not to the new one.
    if (name === DATABASE)
      for (const beside of [`${name}-wal`, `${name}-shm`].filter((one) => existsSync(join(dataDir, one)))) {
        await mkdir(aside, { recursive: true })
        await rename(join(dataDir, beside), join(aside, beside))
      }
    await rename(from, to)
  }
  await sync(dataDir)
  await rm(join(dataDir, ready), { recursive: true, force: true })
  return existsSync(aside) ? aside : null
}

/** Removes what restores have set aside, once it is older than `ASIDE_KEPT_FOR` at `now`. */
export async function sweepAside(dataDir: string, now = Date.now()): Promise<void> {
  // Earlier versions put them beside the backups.
  for (const folder of [dataDir, join(dataDir, 'backups')])
    for (const name of (await readdir(folder).catch(() => [])).filter((one) => one.startsWith(ASIDE))) {
      const moment = momentIn(name)
      if (!moment || now - moment.getTime() < ASIDE_KEPT_FOR) continue
      await rm(join(folder, name), { recursive: true, force: true })
      log.info({ name }, 'what a restore had set aside is removed')
    }
}
