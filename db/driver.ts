import { setTimeout as pass } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Damage, recordDamage } from './trouble'

/** How long a query waits while another program holds the database, in milliseconds; then it throws SQLITE_BUSY. */
export const PATIENCE = 5000
/** Between two tries, growing. SQLite's own waiting would hold up every request of the process. */
const SHORTEST_PAUSE = 5
const LONGEST_PAUSE = 250

/** Of the texts that differ by how many values they hold, only the latest are kept. */
const KEPT_STATEMENTS = 200

/** What may only read; the statement itself knows it for certain. */
const mayRead = (sql: string) => /^\s*(select|with|pragma)\b/i.test(sql)

/** What the transactions of one request write last. `isWritten` once one did; `hasChanged` once any changed a row. */
export interface AtCommit {
  write?: CompiledQuery
  isWritten?: boolean
  hasChanged?: boolean
}

/** A connection with statements that were prepared before: to prepare one takes longer than most take to run. */
class Prepared {
  readonly #kept = new LRUCache<string, SQLite.Statement>({ max: KEPT_STATEMENTS })
  constructor(readonly sqlite: SQLite.Database) {}

  prepare(text: string): SQLite.Statement {
    const statement = this.#kept.get(text) ?? this.sqlite.prepare(text)
    this.#kept.set(text, statement)
    return statement
  }
}

function run<Row>(statement: SQLite.Statement, parameters: readonly unknown[]): QueryResult<Row> {
  if (statement.reader) {
    const rows = statement.all(parameters) as Row[]
    return statement.readonly ? { rows } : { rows, numAffectedRows: BigInt(rows.length) }
  }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** The connection that only reads. */
export class Reader extends Prepared {
  readonly #version: SQLite.Statement

  /** `isApart` unless this connection writes, too: it can't tell its own changes. */
  constructor(
    sqlite: SQLite.Database,
    private readonly isApart: boolean,
  ) {
    super(sqlite)
    this.#version = sqlite.prepare('pragma data_version').pluck()
  }

  /** Another number after each commit of another connection, in this process or not; undefined where that can't be told. */
  get version(): number | undefined {
    return this.isApart ? (this.#version.get() as number) : undefined
  }

  /** Undefined for a query that writes. */
  query<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> | undefined {
    const statement = this.prepare(sql)
    return statement.readonly ? run<Row>(statement, parameters) : undefined
  }
}

const isBusy = (error: unknown) =>
  error instanceof SQLite.SqliteError && /^SQLITE_(BUSY|LOCKED)(?!_SNAPSHOT)/.test(error.code)

/** Calls `work` until no other program holds the database, or `until` (of performance.now) is over. */
async function patiently<Result>(until: number, work: () => Result, onBusy?: () => void): Promise<Result> {
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() + pause > until) throw error
    }
    onBusy?.()
    await pass(pause)
  }
}

/** The file of a database: its path, null in memory, and whether bytes of deleted rows may be in it (erase.ts). */
export interface DatabaseFile {
  readonly path: string | null
  mayHoldErased: boolean
}

/** The one connection that writes, and whose turn it is. */
export class Writer extends Prepared {
  #holder: Connection | undefined
  readonly #queue: { connection: Connection; go: () => void }[] = []
  /** True while the holder waits for another program. */
  #isShutOut = false
  /** What any query, this connection's or the reader's, has met. */
  readonly damage: Damage = { code: null }
  readonly file: DatabaseFile = { path: this.sqlite.memory ? null : this.sqlite.name, mayHoldErased: true }
  /** How many commits have changed something that a backup must have. */
  commits = 0
  readonly #others: SQLite.Statement

  constructor(sqlite: SQLite.Database) {
    super(sqlite)
    this.#others = sqlite.prepare('pragma data_version').pluck()
  }

  /** Another text after each commit that counts, of this process, and after each of another one. */
  get changes(): string {
    return `${this.commits} ${this.#others.get()}`
  }

  /** Waits for the turn of `connection`. Throws SQLITE_BUSY after `patience` ms if another program holds the database. */
  async take(connection: Connection, patience: number): Promise<void> {
    if (!this.#holder) {
      this.#holder = connection
      return
    }
    let clock: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((go, give) => {
        const place = { connection, go }
        const check = () => {
          clock = setTimeout(check, LONGEST_PAUSE)
          if (!this.#isShutOut) return
          this.#queue.splice(this.#queue.indexOf(place), 1)
          give(new SQLite.SqliteError('database is locked', 'SQLITE_BUSY'))
        }
        this.#queue.push(place)
        if (patience < Infinity) clock = setTimeout(check, patience)
      })
    } finally {
      clearTimeout(clock)
    }
  }

  release(): void {
    const next = this.#queue.shift()
    this.#holder = next?.connection
    next?.go()
  }

  /** Runs the holder's query. */
  async query<Row>(query: CompiledQuery, until: number): Promise<QueryResult<Row>> {
    try {
      return await patiently(
        until,
        () => run<Row>(this.prepare(query.sql), query.parameters),
        () => {
          this.#isShutOut = true
        },
      )
    } finally {
      this.#isShutOut = false
    }
  }
}

/** What Kysely takes for a connection: it reads on the one that all share, and holds the writer from its first write until released. */
class Connection implements DatabaseConnection {
  isWriting = false
  hasChanged = false
  #until = 0

  constructor(
    readonly writer: Writer,
    private readonly reader: Reader,
    private readonly patience: number,
    private readonly atCommit?: AtCommit,
    private readonly isCounted = true,
  ) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      if (!this.isWriting) {
        const read =
          mayRead(query.sql) &&
          (await patiently(performance.now() + this.patience, () => this.reader.query<Row>(query)))
        if (read) return read
        await this.startWriting()
      }
      const result = await this.writer.query<Row>(query, this.#until)
      if (result.numAffectedRows) {
        this.hasChanged = true
        if (!this.writer.sqlite.inTransaction) this.markChanged()
      }
      return result
    } catch (error) {
      recordDamage(this.writer.damage, error)
      throw error
    }
  }

  /** Marks that a change is kept. */
  markChanged(): void {
    if (this.isCounted) this.writer.commits += 1
    if (this.atCommit?.write) this.atCommit.hasChanged = true
  }

  async commit(): Promise<void> {
    const last = this.hasChanged ? this.atCommit : undefined
    if (last?.write) await this.executeQuery(last.write)
    await this.executeQuery(CompiledQuery.raw('commit'))
    if (last?.write) last.isWritten = true
    if (this.hasChanged) this.markChanged()
  }

  async startWriting(): Promise<void> {
    this.#until = performance.now() + this.patience
    await this.writer.take(this, this.patience)
    this.isWriting = true
    this.hasChanged = false
  }

  streamQuery(): never {
    throw new Error(
      'Rows are not streamed: a reader that is half way would keep the write-ahead log from being emptied.',
    )
  }
}

/** Two connections to one SQLite file: one writes, the other reads, so that no reader waits for a writer. */
export class TwoConnections implements Driver {
  constructor(
    private readonly writer: Writer,
    private readonly reader: Reader,
    private readonly patience = PATIENCE,
    private readonly atCommit?: AtCommit,
    private readonly isCounted = true,
  ) {}

  get damage(): Damage {
    return this.writer.damage
  }

  get file(): DatabaseFile {
    return this.writer.file
  }

  /** The same two connections for one request, whose transactions write `atCommit.write`. */
  for(atCommit: AtCommit): TwoConnections {
    return new TwoConnections(this.writer, this.reader, this.patience, atCommit, this.isCounted)
  }

  /** The same two connections for writes that no backup has to be made for. */
  get forBookkeeping(): TwoConnections {
    return new TwoConnections(this.writer, this.reader, this.patience, undefined, false)
  }

  /** As Writer.changes. */
  get changes(): string {
    return this.writer.changes
  }

  /** Another number after each commit of any process (PRAGMA data_version); undefined with one connection. */
  get version(): number | undefined {
    return this.reader.version
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.writer, this.reader, this.patience, this.atCommit, this.isCounted)
  }

  async releaseConnection(connection: Connection): Promise<void> {
    if (!connection.isWriting) return
    connection.isWriting = false
    this.writer.release()
  }

  /** Takes the write lock at once: a transaction that reads first and writes later could otherwise fail half way (SQLITE_BUSY). */
  async beginTransaction(connection: Connection): Promise<void> {
    await connection.startWriting()
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.commit()
  }

  /** SQLite has rolled back by itself where the disk is full; to do it again would throw, and hide why. */
  async rollbackTransaction(connection: Connection): Promise<void> {
    if (this.writer.sqlite.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  /** Closes both once those who write are done. */
  async destroy(): Promise<void> {
    await this.writer.take(new Connection(this.writer, this.reader, 0), Number.POSITIVE_INFINITY)
    this.reader.sqlite.close()
    this.writer.sqlite.close()
  }
}
