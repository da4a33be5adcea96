import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import {
  type Compilable,
  type CompiledQuery,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { BUSY_TIMEOUT, type CommitHooks, DatabaseFile, SqliteFileDriver } from './driver'
import type { Database, Tables } from './schema'

export type { CommitHooks } from './driver'

/** Makes Kysely run migrations in one transaction, which SQLite supports. */
class TransactionalAdapter extends SqliteAdapter {
  /** Otherwise Kysely would use one connection at a time, and readers would wait for writers. */
  override get supportsMultipleConnections() {
    return true
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

const createDialect = (driver: SqliteFileDriver): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** The write-ahead log shrinks to this size after a checkpoint, so that it does not fill the disk. */
const MAX_LOG_BYTES = 4 * 1024 * 1024

/** Per connection, in KiB; SQLite expects it negative. The default is 16 MB, but the system caches the file anyway. */
const CACHE_SIZE = -4096

type Synchronous = 'FULL' | 'OFF'

function connect(path: string, synchronous: Synchronous, onStatement?: (sql: string) => void): SQLite.Database {
  const sqlite = new SQLite(path, { verbose: onStatement ? (sql) => onStatement(String(sql)) : undefined })
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`)
  sqlite.pragma(`synchronous = ${synchronous}`)
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('secure_delete = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma(`cache_size = ${CACHE_SIZE}`)
  // The driver does the waiting instead (driver.ts).
  sqlite.pragma('busy_timeout = 0')
  return sqlite
}

/**
 * Opens the SQLite file at `path`, creating it if necessary: WAL, every commit synced to disk (synchronous FULL), foreign keys on,
 * deleted rows overwritten (see db/erase.ts), and no temporary files. `onStatement` receives each statement before it runs. While
 * another program locks the database, a query waits for `busyTimeout` milliseconds, then throws SQLITE_BUSY. Only tests, whose
 * files need not survive a power cut, open it with `synchronous` OFF.
 */
export function openDatabase(
  path: string,
  onStatement?: (sql: string) => void,
  busyTimeout = BUSY_TIMEOUT,
  synchronous: Synchronous = 'FULL',
): Kysely<Tables> {
  mkdirSync(dirname(path), { recursive: true })
  const writer = connect(path, synchronous, onStatement)
  const isInMemory = path === ':memory:'
  const reader = isInMemory ? writer : connect(path, synchronous, onStatement)
  if (!isInMemory) reader.pragma('query_only = ON')
  return createDatabase(new SqliteFileDriver(new DatabaseFile(writer, reader), busyTimeout))
}

const drivers = new WeakMap<Kysely<Tables>, SqliteFileDriver>()

function createDatabase(driver: SqliteFileDriver): Kysely<Tables> {
  const db = new Kysely<Tables>({ dialect: createDialect(driver) })
  drivers.set(db, driver)
  return db
}

/** Runs a compiled query that only reads. Outside a transaction, Kysely's way to a connection would cost more than most reads. */
async function runCompiledRead<Row>(db: Kysely<Tables>, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  const driver = drivers.get(db)
  if (!driver) return db.executeQuery(query)
  const connection = await driver.acquireConnection()
  return connection.executeQuery<Row>(query)
}

/** The same database for one request, whose transactions run `commitHooks.write`. Returns a transaction unchanged. */
export function withCommitHooks(db: Kysely<Tables>, commitHooks: CommitHooks): Kysely<Tables> {
  const driver = drivers.get(db)
  return driver
    ? createDatabase(new SqliteFileDriver(driver.file, driver.busyTimeout, commitHooks, driver.needsBackup))
    : db
}

/** The same database for writes that need no backup: health checks, the last use of a session. Returns a transaction unchanged. */
export function forBookkeeping(db: Kysely<Tables>): Kysely<Tables> {
  const driver = drivers.get(db)
  return driver ? createDatabase(new SqliteFileDriver(driver.file, driver.busyTimeout, undefined, false)) : db
}

/** The file of `db`, shared by all databases made from it. Throws in a transaction. */
export function getDatabaseFile(db: Kysely<Tables>): DatabaseFile {
  const driver = drivers.get(db)
  if (!driver) throw new Error('A transaction has no file of its own.')
  return driver.file
}

/** Changes with each commit of any process that a backup needs. Undefined in a transaction, or if it can't be read. */
export const getBackupMarker = (db: Kysely<Tables>) => readOrUndefined(() => drivers.get(db)?.file.changes)

/** Changes with each commit of any process. Undefined in a transaction, in memory, or if it can't be read. */
export const getDataVersion = (db: Kysely<Tables>) => readOrUndefined(() => drivers.get(db)?.file.version)

function readOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

class Placeholder {
  constructor(readonly index: number) {}

  [Symbol.toPrimitive](): never {
    throw new Error('A compiled query is made before its values are known: pass what is computed from them as a value.')
  }
}

/**
 * Returns a function that reads the rows of a query, which `build` makes once for all calls: Kysely takes longer to build and compile most
 * queries than SQLite to run them. Whatever changes between calls, such as today, must be one of the `values`: `build` gets placeholders.
 */
export function compileRead<Values extends unknown[], Row>(
  build: (db: Database, ...values: Values) => Compilable<Row>,
): (db: Database, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    compiled ??= build(db, ...(values.map((_, index) => new Placeholder(index)) as Values)).compile()
    const parameters = compiled.parameters.map((one) => (one instanceof Placeholder ? values[one.index] : one))
    return (await runCompiledRead<Row>(db, { ...compiled, parameters })).rows
  }
}
