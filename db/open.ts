import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from './schema'

/** SQLite's DDL is transactional, but Kysely has to be told to run migrations in one transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/**
 * What each transaction committed in an asynchronous context writes last, once it is known. So what was saved is known exactly, even
 * if the process is killed right after the commit.
 */
export const atCommit = new AsyncLocalStorage<{ write?: CompiledQuery }>()

/** Takes the write lock at once: a transaction that reads first and writes later could otherwise fail half way (SQLITE_BUSY). */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  override async commitTransaction(connection: DatabaseConnection) {
    const write = atCommit.getStore()?.write
    if (write) await connection.executeQuery(write)
    await super.commitTransaction(connection)
  }
}

/** Of the texts that differ by how many values they hold, only the latest are kept. */
const KEPT_STATEMENTS = 200

/** The database as Kysely sees it, with statements that were prepared before: to prepare one takes longer than most take to run. */
function keepingStatements(sqlite: SQLite.Database) {
  const kept = new LRUCache<string, SQLite.Statement>({ max: KEPT_STATEMENTS })
  const prepare = (text: string) => {
    const statement = kept.get(text) ?? sqlite.prepare(text)
    kept.set(text, statement)
    return statement
  }
  return { prepare, close: () => void sqlite.close() }
}

class RiverbankDialect extends SqliteDialect {
  constructor(private readonly sqlite: SQLite.Database) {
    super({ database: sqlite })
  }
  override createAdapter() {
    return new TransactionalAdapter()
  }
  override createDriver() {
    return new ImmediateDriver({ database: keepingStatements(this.sqlite) })
  }
}

/**
 * Opens the SQLite file at `path`, creating it if necessary: WAL, every commit synced to disk (synchronous FULL), foreign keys on,
 * deleted rows overwritten (see db/erase.ts), and no temporary files. `onStatement` sees each statement before it runs.
 */
export function openDatabase(path: string, onStatement?: (sql: string) => void): Kysely<Tables> {
  mkdirSync(dirname(path), { recursive: true })
  const sqlite = new SQLite(path, { verbose: onStatement ? (sql) => onStatement(String(sql)) : undefined })
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('secure_delete = ON')
  sqlite.pragma('temp_store = MEMORY')
  return new Kysely<Tables>({ dialect: new RiverbankDialect(sqlite) })
}
