import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { parseStorageKey } from '~/domain/files/lost-uploads.server'
import type { Settings } from '~/settings.server'
import { rejectUnknownMigrations } from '~db/migrate'
import { runThread } from '~db/thread'
import { BackupFailed, DATABASE } from './entries'

/** Reads the database of `dataDir` without the folder's lock, even while a server runs. */
export function readDatabase<Result>(
  { dataDir }: Pick<Settings, 'dataDir'>,
  read: (sqlite: SQLite.Database) => Result,
): Result {
  return withSqlite(join(dataDir, DATABASE), { readonly: true, fileMustExist: true, timeout: 5000 }, read)
}

/** Opens the database at `path` while `use` runs, with a cache of only 1 MB: each page is read about once. */
export function withSqlite<Result>(
  path: string,
  options: SQLite.Options,
  use: (sqlite: SQLite.Database) => Result,
): Result {
  const sqlite = new SQLite(path, options)
  try {
    sqlite.pragma('cache_size = -1000')
    return use(sqlite)
  } finally {
    sqlite.close()
  }
}

export const hasTable = (sqlite: SQLite.Database, name: string) =>
  sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined

/** True for SQLite errors that mean a damaged file. */
export function isDamageError(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(String(Object(error).code))
}

/** Like rewriteDatabase, but the copy has nothing that is committed after the call of `onBegin`. */
export function copyDatabase(
  path: string,
  copyTo: string,
  { signal, onBegin }: { signal?: AbortSignal; onBegin: () => void },
): Promise<void> {
  return runThread('database-work.mjs', { path, job: 'copy', copyTo }, { signal, onProgress: onBegin })
}

/** Writes the database at `path`, which may be in use, to the new file `copyTo`, without the bytes of deleted rows. */
export function rewriteDatabase(path: string, copyTo: string, signal?: AbortSignal): Promise<void> {
  return runThread('database-work.mjs', { path, job: 'rewriteTo', copyTo }, { signal })
}

/** Throws BackupFailed for a damaged database (integrity_check) or broken references (foreign_key_check). */
export async function checkDatabase(path: string, signal?: AbortSignal): Promise<void> {
  const checked = runThread<string[]>('database-work.mjs', { path, job: 'check' }, { signal })
  const faults = await checked.catch((error: Error & { code?: string }) => {
    if (!isDamageError(error)) throw error
    return [error.message]
  })
  if (faults.length > 0) throw new BackupFailed(`Its database is damaged: ${faults.join('; ')}.`)
}

/** The faults that SQLite's quick_check finds in the database at `path`, which is only read. */
export function checkPages(path: string): Promise<string[]> {
  const checked = runThread<string[]>('database-work.mjs', { path, job: 'checkPages' })
  return checked.catch((error: Error & { code?: string }) => {
    if (!isDamageError(error) && !/^SQLITE_IOERR/.test(String(error.code))) throw error
    return [error.message]
  })
}

const listTablesWithColumn = (sqlite: SQLite.Database, column: string) =>
  sqlite
    .prepare(
      `select tables.name from sqlite_schema as tables
       join pragma_table_info(tables.name) as columns on columns.name = ? where tables.type = 'table'`,
    )
    .pluck()
    .all(column) as string[]

/** The last migration of an open database. Throws BackupFailed for another program's database, and as rejectUnknownMigrations does. */
export function readSchemaVersion(sqlite: SQLite.Database): string {
  const isOurs = listTablesWithColumn(sqlite, 'passwordHash').includes('users')
  const names = listTablesWithColumn(sqlite, 'timestamp').includes('kysely_migration')
    ? (sqlite.prepare('select name from kysely_migration order by name').pluck().all() as string[])
    : []
  const schema = names.at(-1)
  if (!isOurs || !schema) throw new BackupFailed('Its database is not a Riverbank database.')
  rejectUnknownMigrations(names)
  return schema
}

/** The storage keys of all uploads in an open database, with their sizes in bytes where known. */
export function listUploads(sqlite: SQLite.Database): Map<string, number | null> {
  const sized = listTablesWithColumn(sqlite, 'size')
  const uploads = new Map<string, number | null>()
  for (const table of listTablesWithColumn(sqlite, 'storageKey')) {
    const size = sized.includes(table) ? 'size' : 'null'
    const rows = sqlite.prepare(`select storageKey, ${size} as size from "${table}" where storageKey is not null`).raw()
    for (const [key, bytes] of rows.iterate() as IterableIterator<[string, number | null]>)
      uploads.set(parseStorageKey(key), bytes)
  }
  return uploads
}
