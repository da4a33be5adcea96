import { closeSync, openSync, writeSync } from 'node:fs'
import SQLite from 'better-sqlite3'

/** Overwrites the first page of a table in the database file `path`, as a failing disk might, after merging its log. */
export function damageTable(path: string, table: string): void {
  const sqlite = new SQLite(path, { timeout: 5000 })
  const page = Number(sqlite.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table))
  const size = Number(sqlite.pragma('page_size', { simple: true }))
  sqlite.pragma('wal_checkpoint(truncate)')
  sqlite.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size)
  closeSync(file)
}
