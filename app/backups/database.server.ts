import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { keyOf } from '~/domain/files/lost.server'
import type { Settings } from '~/settings.server'
import { refuseOthers } from '~db/migrate'
import { runThread } from '~db/thread'
import { DATABASE, NotDone } from './entries'

/** Reads the database of `dataDir` beside a server that runs, without its lock, and changes nothing. */
export function reading<Result>(
  { dataDir }: Pick<Settings, 'dataDir'>,
  read: (sqlite: SQLite.Database) => Result,
): Result {
  return withSqlite(join(dataDir, DATABASE), { readonly: true, fileMustExist: true, timeout: 5000 }, read)
}

/** Opens the file at `path` for as long as `use` takes, with a cache of 1 MB: each page is read about once. */
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

/** True for an error that says that the file is no whole database. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(String(Object(error).code))
}

/** As rewriteDatabase, but what is committed after `onBegin` was called is not in the copy. */
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

/** Throws NotDone for a database that is damaged (integrity_check), or has rows that name rows it has not (foreign_key_check). */
export async function checkDatabase(path: string, signal?: AbortSignal): Promise<void> {
  const checked = runThread<string[]>('database-work.mjs', { path, job: 'check' }, { signal })
  const faults = await checked.catch((error: Error & { code?: string }) => {
    if (!isDamage(error)) throw error
    return [error.message]
  })
  if (faults.length > 0) throw new NotDone(`Its database is damaged: ${faults.join('; ')}.`)
}

/** What is wrong with the pages of the database at `path` (quick_check), which is only read; empty for a whole one. */
export function quickCheck(path: string): Promise<string[]> {
  const checked = runThread<string[]>('database-work.mjs', { path, job: 'checkPages' })
  return checked.catch((error: Error & { code?: string }) => {
    if (!isDamage(error) && !/^SQLITE_IOERR/.test(String(error.code))) throw error
    return [error.message]
  })
}

const tablesWith = (sqlite: SQLite.Database, column: string) =>
  sqlite
    .prepare(
      `select tables.name from sqlite_schema as tables
       join pragma_table_info(tables.name) as columns on columns.name = ? where tables.type = 'table'`,
    )
    .pluck()
    .all(column) as string[]

/** The last migration of an open database. Throws for a database that is not Riverbank's, and what refuseOthers throws. */
export function schemaOf(sqlite: SQLite.Database): string {
  const isOurs = tablesWith(sqlite, 'passwordHash').includes('users')
  const names = tablesWith(sqlite, 'timestamp').includes('kysely_migration')
    ? (sqlite.prepare('select name from kysely_migration order by name').pluck().all() as string[])
    : []
  const schema = names.at(-1)
  if (!isOurs || !schema) throw new NotDone('Its database is not one of Riverbank.')
  refuseOthers(names)
  return schema
}

/** The storage keys of all uploads that an open database names, with their sizes in bytes where it knows them. */
export function uploadsOf(sqlite: SQLite.Database): Map<string, number | null> {
  const sized = tablesWith(sqlite, 'size')
  const uploads = new Map<string, number | null>()
  for (const table of tablesWith(sqlite, 'storageKey')) {
    const size = sized.includes(table) ? 'size' : 'null'
    const rows = sqlite.prepare(`select storageKey, ${size} as size from "${table}" where storageKey is not null`).raw()
    for (const [key, bytes] of rows.iterate() as IterableIterator<[string, number | null]>)
      uploads.set(keyOf(key), bytes)
  }
  return uploads
}
