import { setTimeout as pass } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Damage, recordDamage } from './trouble'

/** How long a query waits while another program holds the database, in milliseconds; then it throws SQLITE_BUSY. */
export const BUSY_TIMEOUT = 5000
/** Between two tries, in milliseconds, growing. SQLite's own waiting would block every request of the process. */
const MIN_RETRY_DELAY = 5
const MAX_RETRY_DELAY = 250

/** Prepared statements that a connection caches. */
const MAX_STATEMENTS = 200

/** Statements that may only read. SQLite itself decides, but calls `begin` a read too. */
const READ_STATEMENT = /^\s*(select|with|pragma)\b/i

/** What the transactions of one request write last. `isWritten` once one did; `hasChanged` once any changed a row. */
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

/** Calls `work` again while another program holds the database, until the moment `until` of performance.now(). */
async function retryWhileBusy<Result>(deadline: number, work: () => Result): Promise<Result> {
  for (let delay = MIN_RETRY_DELAY; ; delay = Math.min(2 * delay, MAX_RETRY_DELAY)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() + delay > deadline) throw error
    }
    await pass(delay)
  }
}

/** A SQLite file with its two connections: one writes, and one only reads, so that no reader waits for a writer. They are the same in memory. */
export class DatabaseFile {
  /** Null in memory. */
  readonly path: string | null
  /** What any query has met. */
  readonly damage: Damage = { code: null }
  /** Whether bytes of deleted rows may be in the file (erase.ts). */
  hasDeletedBytes = true
  /** The rewrite that removes them, and the one after it that is asked for. */
  rewrite: Promise<void> = Promise.resolve()
  nextRewrite: Promise<void> | undefined
  /** How many commits have changed something that a backup must have. */
  commits = 0
  readonly #writing: LRUCache<string, SQLite.Statement>
  readonly #reading: LRUCache<string, SQLite.Statement>
  readonly #version: SQLite.Statement
  /** Resolves once the last of those who write or wait to write is done. */
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

  /** Another text after each commit that a backup needs, of this process, and after each one of another program. */
  get changes(): string {
    return `${this.commits} ${this.writer.pragma('data_version', { simple: true })}`
  }

  /** Another number after each commit of any process; undefined in memory, since a connection can't tell its own changes. */
  get version(): number | undefined {
    return this.reader === this.writer ? undefined : (this.#version.get() as number)
  }

  /** Runs a query on the connection that only reads; undefined for a query that writes. */
  read<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> | undefined {
    const statement = this.#reading.memo(sql)
    return statement.readonly ? run<Row>(statement, parameters) : undefined
  }

  write<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    return run<Row>(this.#writing.memo(sql), parameters)
  }

  /** Waits until all who asked before have written, and returns what ends the turn. */
  async takeTurn(): Promise<() => void> {
    const before = this.#lastTurn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastTurn = promise
    await before
    return resolve
  }

  /** Closes both connections once all who write are done. Nobody gets a turn after that. */
  async close(): Promise<void> {
    await this.takeTurn()
    this.reader.close()
    this.writer.close()
  }
}

/** What Kysely takes for a connection: it reads on the one that all share, and writes in its turn, from its first write until it is released. */
class Connection implements DatabaseConnection {
  #endTurn: (() => void) | undefined
  #until = 0
  #hasChanged = false

  constructor(private readonly driver: SqliteFileDriver) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { file, busyTimeout: patience } = this.driver
    try {
      if (!this.#endTurn) {
        const until = performance.now() + patience
        const read = READ_STATEMENT.test(query.sql) && (await retryWhileBusy(until, () => file.read<Row>(query)))
        if (read) return read
        await this.startTurn()
      }
      const result = await retryWhileBusy(this.#until, () => file.write<Row>(query))
      if (result.numAffectedRows) {
        this.#hasChanged = true
        if (!file.isInTransaction) this.#noteChange()
      }
      return result
    } catch (error) {
      recordDamage(file.damage, error)
      throw error
    }
  }

  #noteChange(): void {
    const { file, commitHooks: atCommit, needsBackup: isCounted } = this.driver
    if (isCounted) file.commits += 1
    if (atCommit?.write) atCommit.hasChanged = true
  }

  /** The time that it waits for its turn counts: all who wait for another program give up after the same time. */
  async startTurn(): Promise<void> {
    this.#until = performance.now() + this.driver.busyTimeout
    this.#endTurn = await this.driver.file.takeTurn()
    this.#hasChanged = false
  }

  async commit(): Promise<void> {
    const hooks = this.#hasChanged ? this.driver.commitHooks : undefined
    if (hooks?.write) await this.executeQuery(hooks.write)
    await this.executeQuery(CompiledQuery.raw('commit'))
    if (hooks?.write) hooks.isWritten = true
    if (this.#hasChanged) this.#noteChange()
  }

  release(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  streamQuery(): never {
    throw new Error(
      'Rows are not streamed: a reader that is half way would keep the write-ahead log from being emptied.',
    )
  }
}

/** Kysely's driver for a file. Of its transactions, those that changed a row write `commitHooks.write` too; unless `needsBackup`, no backup needs its changes. */
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

  /** Takes the write lock at once: a transaction that reads first and writes later could otherwise fail half way (SQLITE_BUSY). */
  async beginTransaction(connection: Connection): Promise<void> {
    await connection.startTurn()
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.commit()
  }

  /** SQLite has rolled back by itself where the disk is full; to do it again would throw, and hide why. */
  async rollbackTransaction(connection: Connection): Promise<void> {
    if (this.file.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    await this.file.close()
  }
}
