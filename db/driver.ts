import { setImmediate } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Damage, recordDamage } from './trouble'

/** How long a query waits while another program locks the database, in milliseconds. It then throws SQLITE_BUSY. */
export const BUSY_TIMEOUT = 5000
/** The delay between attempts doubles, in milliseconds. SQLite's own wait would block every request of the process. */
const MIN_RETRY_DELAY = 5
const MAX_RETRY_DELAY = 250

/** Prepared statements that a connection caches. */
const MAX_STATEMENTS = 200

/** Statements that may be reads. SQLite decides which are, but counts `begin` as one. */
const READ_STATEMENT = /^\s*(select|with|pragma)\b/i

/**
 * A query that each transaction of a request runs before its commit. `isWritten` once one did; `hasChanged` once any changed a row.
 */
export interface CommitHooks {
  write?: CompiledQuery
  isWritten?: boolean
  hasChanged?: boolean
}

const createStatementCache = (sqlite: SQLite.Database) =>
  new LRUCache<string, SQLite.Statement>({ max: MAX_STATEMENTS, memoMethod: (text) => sqlite.prepare(text) })

function run<Row>(statement: SQLite.Statement, parameters: readonly unknown[]): QueryResult<Row> {
  if (statement.reader) {
    const rows = statement.all(parameters) as Row[]
    return statement.readonly ? { rows } : { rows, numAffectedRows: BigInt(rows.length) }
  }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

const isBusy = (error: unknown) =>
  error instanceof SQLite.SqliteError && /^SQLITE_(BUSY|LOCKED)(?!_SNAPSHOT)/.test(error.code)

/** Retries `work` while another program locks the database, until `deadline` (performance.now()). */
async function retryWhileBusy<Result>(deadline: number, work: () => Result): Promise<Result> {
  for (let delay = MIN_RETRY_DELAY; ; delay = Math.min(2 * delay, MAX_RETRY_DELAY)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() + delay > deadline) throw error
    }
    await wait(delay)
  }
}

/**
 * A SQLite file with two connections, one for writing and one for reading, so that readers never wait. In memory they are the same.
 */
export class DatabaseFile {
  /** Null in memory. */
  readonly path: string | null
  /** Damage that any query has found. */
  readonly damage: Damage = { code: null }
  /** True if the file may contain bytes of deleted rows (erase.ts). */
  hasDeletedBytes = true
  /** The last rewrite that removes them, and the next one, if it is requested. */
  rewrite: Promise<void> = Promise.resolve()
  nextRewrite: Promise<void> | undefined
  /** The number of commits that changed something a backup needs. */
  commits = 0
  readonly #writing: LRUCache<string, SQLite.Statement>
  readonly #reading: LRUCache<string, SQLite.Statement>
  readonly #version: SQLite.Statement
  #seenVersion: number | undefined
  /** Resolves after the last writer in the queue. */
  #lastTurn: Promise<void> = Promise.resolve()

  constructor(
    private readonly writer: SQLite.Database,
    private readonly reader: SQLite.Database,
  ) {
    this.path = writer.memory ? null : writer.name
    this.#writing = createStatementCache(writer)
    this.#reading = createStatementCache(reader)
    this.#version = reader.prepare('pragma data_version').pluck()
  }

  get isInTransaction(): boolean {
    return this.writer.inTransaction
  }

  /** Changes with each commit of this process that a backup needs, and with each commit of another program. */
  get changes(): string {
    return `${this.commits} ${this.writer.pragma('data_version', { simple: true })}`
  }

  /**
   * Changes with each commit of any process. Undefined in memory, because a connection can't see its own changes. It is read once in a
   * turn of the event loop, and again after each write: reading it took an eighth of a cached page's time.
   */
  get version(): number | undefined {
    if (this.reader === this.writer) return undefined
    if (this.#seenVersion === undefined) {
      this.#seenVersion = this.#version.get() as number
      setImmediate(() => {
        this.#seenVersion = undefined
      })
    }
    return this.#seenVersion
  }

  /** Runs a query on the read connection; undefined for a query that writes. */
  read<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> | undefined {
    const statement = this.#reading.memo(sql)
    return statement.readonly ? run<Row>(statement, parameters) : undefined
  }

  write<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    try {
      return run<Row>(this.#writing.memo(sql), parameters)
    } finally {
      this.#seenVersion = undefined
    }
  }

  /** Waits for earlier writers. Returns a function that ends the turn. */
  async takeTurn(): Promise<() => void> {
    const before = this.#lastTurn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastTurn = promise
    await before
    return resolve
  }

  /** Closes both connections after the last writer. Later writers wait forever. */
  async close(): Promise<void> {
    await this.takeTurn()
    this.reader.close()
    this.writer.close()
  }
}

/**
 * A connection for Kysely. It shares the read connection, and holds the write connection from its first write until it is released.
 */
class Connection implements DatabaseConnection {
  #endTurn: (() => void) | undefined
  #deadline = 0
  #hasChanged = false

  constructor(private readonly driver: SqliteFileDriver) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { file, busyTimeout } = this.driver
    try {
      if (!this.#endTurn) {
        const deadline = performance.now() + busyTimeout
        const read = READ_STATEMENT.test(query.sql) && (await retryWhileBusy(deadline, () => file.read<Row>(query)))
        if (read) return read
        await this.startTurn()
      }
      const result = await retryWhileBusy(this.#deadline, () => file.write<Row>(query))
      if (result.numAffectedRows) {
        this.#hasChanged = true
        if (!file.isInTransaction) this.#countChange()
      }
      return result
    } catch (error) {
      recordDamage(file.damage, error)
      throw error
    }
  }

  #countChange(): void {
    const { file, commitHooks, needsBackup } = this.driver
    if (needsBackup) file.commits += 1
    if (commitHooks?.write) commitHooks.hasChanged = true
  }

  /** The deadline includes the wait for a turn, so that all queries give up after the same time. */
  async startTurn(): Promise<void> {
    this.#deadline = performance.now() + this.driver.busyTimeout
    this.#endTurn = await this.driver.file.takeTurn()
    this.#hasChanged = false
  }

  async commit(): Promise<void> {
    const hooks = this.#hasChanged ? this.driver.commitHooks : undefined
    if (hooks?.write) await this.executeQuery(hooks.write)
    await this.executeQuery(CompiledQuery.raw('commit'))
    if (hooks?.write) hooks.isWritten = true
    if (this.#hasChanged) this.#countChange()
  }

  release(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  streamQuery(): never {
    throw new Error('Rows are not streamed: an unfinished read would stop SQLite from emptying the write-ahead log.')
  }
}

/**
 * Kysely's driver for a file. Transactions that changed a row run `commitHooks.write`. Without `needsBackup`, their changes need no
 * backup.
 */
export class SqliteFileDriver implements Driver {
  constructor(
    readonly file: DatabaseFile,
    readonly busyTimeout = BUSY_TIMEOUT,
    readonly commitHooks?: CommitHooks,
    readonly needsBackup = true,
  ) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(this)
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release()
  }

  /**
   * Takes the write lock at once: a transaction that reads first and writes later could otherwise fail when it writes
   * (SQLITE_BUSY).
   */
  async beginTransaction(connection: Connection): Promise<void> {
    await connection.startTurn()
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.commit()
  }

  /** SQLite has already rolled back if the disk is full. A second rollback would throw and hide the cause. */
  async rollbackTransaction(connection: Connection): Promise<void> {
    if (this.file.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    await this.file.close()
  }
}
