import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { createTemporaryFolder } from '~/test/folder'
import { migrate } from './migrate'
import { forBookkeeping, getBackupMarker, getDataVersion, openDatabase, withCommitHooks } from './open'
import type { Database } from './schema'

let path: string
let db: Database

beforeEach(async () => {
  const folder = createTemporaryFolder()
  path = join(folder.path, 'new', 'folders', 'riverbank.sqlite')
  db = openDatabase(path)
  await migrate(db)
  return async () => {
    await db.destroy()
    folder[Symbol.dispose]()
  }
})

const pragma = async (name: string) =>
  Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0]

const add = (by: Database, email: string) => by.insertInto('subscribers').values(subscriber(email)).execute()
const subscriber = (email: string) => ({
  email,
  isGuardian: 0 as const,
  token: email,
  active: 1 as const,
  createdAt: '2025-09-01T09:00:00.000Z',
})

it('a new database creates its folders, uses a write-ahead log, and syncs each commit', async () => {
  expect(existsSync(path)).toBe(true)
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2) // FULL
  expect(await pragma('foreign_keys')).toBe(1)
})

it('a cached statement sees a new column, and rows of another connection', async () => {
  const people = () => sql<Record<string, unknown>>`select * from people`.execute(db)
  await sql`create table people (name text)`.execute(db)
  expect((await people()).rows).toEqual([])
  const other = openDatabase(path)
  await sql`alter table people add column age integer`.execute(other)
  await sql`insert into people values ('Maura', 40)`.execute(other)
  await other.destroy()
  expect((await people()).rows).toEqual([{ name: 'Maura', age: 40 }])
})

/** A writer in its own thread and connection, like another process. It holds the write lock for a while. */
function otherWriter(milliseconds: number) {
  return new Worker(
    `const { parentPort, workerData: { path, milliseconds } } = require('node:worker_threads')
    const sqlite = new (require('better-sqlite3'))(path)
    sqlite.exec('begin immediate')
    parentPort.postMessage('begun')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
    sqlite.exec("insert into subscribers (email, createdAt) values ('first@example.com', '2025-09-01T09:00:00.000Z')")
    sqlite.exec('commit')`,
    { eval: true, workerData: { path, milliseconds } },
  )
}

it('while another program writes, reads and the event loop continue', async () => {
  const other = otherWriter(1500)
  await once(other, 'message')
  let isWriting = true
  const writing = add(db, 'second@example.com').finally(() => {
    isWriting = false
  })
  let longest = 0
  let reads = 0
  for (let last = performance.now(); isWriting; reads++) {
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
    await new Promise(setImmediate)
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  await writing
  expect(reads).toBeGreaterThan(20)
  expect(longest).toBeLessThan(1000)
  expect(await db.selectFrom('subscribers').select('email').execute()).toHaveLength(2)
})

it('all queries that wait for another program give up after the same time, and work again afterwards', async () => {
  const hasty = openDatabase(path, undefined, 300)
  const other = otherWriter(3000)
  const ended = once(other, 'exit')
  await once(other, 'message')
  const write = (name: string) => add(hasty, name)
  const giveUp = async (...writing: Promise<unknown>[]) => {
    const startedAt = performance.now()
    const outcomes = await Promise.allSettled(writing)
    for (const one of outcomes) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_BUSY' } })
    return performance.now() - startedAt
  }
  const alone = await giveUp(write('a'))
  const simultaneous = giveUp(
    ...['b', 'c', 'd'].map(write),
    hasty.transaction().execute((change) => add(change, 'e')),
  )
  expect(await simultaneous).toBeLessThan(2.5 * alone)
  await ended
  await write('f')
  expect(await hasty.selectFrom('subscribers').select('email').orderBy('id').execute()).toEqual([
    { email: 'first@example.com' },
    { email: 'f' },
  ])
  await hasty.destroy()
})

it('a full database is reported, keeps no partial write, and works again once there is space', async () => {
  const full = openDatabase(':memory:')
  await migrate(full)
  const pages = (await sql<{ page_count: number }>`pragma page_count`.execute(full)).rows[0]?.page_count ?? 0
  await sql`pragma max_page_count = ${sql.lit(pages + 10)}`.execute(full)
  const many = () =>
    full.transaction().execute(async (change) => {
      for (let row = 0; row < 200; row++)
        await change
          .insertInto('subscribers')
          .values({ ...subscriber(`${row}@example.com`), name: 'x'.repeat(1000) })
          .execute()
    })
  await expect(many()).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(await full.selectFrom('subscribers').selectAll().execute()).toEqual([])
  await sql`pragma max_page_count = 100000`.execute(full)
  await many()
  expect(await full.selectFrom('subscribers').selectAll().execute()).toHaveLength(200)
  await full.destroy()
})

it('closing waits for writers', async () => {
  const closing = openDatabase(path)
  const writing = closing.transaction().execute(async (change) => {
    await add(change, 'late@example.com')
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  await sql`select 1`.execute(closing)
  await Promise.all([writing, closing.destroy()])
  expect(await db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: 'late@example.com' }])
})

it('a transaction that has only read already blocks other writers', async () => {
  const second = openDatabase(path, undefined, 0)
  try {
    await db.transaction().execute(async (change) => {
      await change.selectFrom('subscribers').selectAll().execute()
      await expect(add(second, 'other@example.com')).rejects.toThrow('database is locked')
    })
  } finally {
    await second.destroy()
  }
})

it('the version changes with every commit of any process, and only then', async () => {
  const seen = new Set<number | undefined>()
  const change = async (work: () => unknown, isCommitted = true) => {
    seen.add(getDataVersion(db))
    await work()
    // Another process's commit is seen from the next turn of the event loop on.
    await nextTurn()
    expect(!seen.has(getDataVersion(db))).toBe(isCommitted)
  }
  await change(() => add(db, 'maura@example.ie'))
  const other = openDatabase(path)
  await change(() => add(other, 'declan@example.ie'))
  await other.destroy()
  await change(() =>
    db.transaction().execute(async (transaction) => {
      await change(() => add(transaction, 'nora@example.ie'), false)
      expect(getDataVersion(transaction)).toBeUndefined()
    }),
  )
  const undone = () =>
    db.transaction().execute(async (transaction) => {
      await add(transaction, 'una@example.ie')
      throw new Error('undone')
    })
  await change(() => expect(undone()).rejects.toThrow('undone'), false)
  const memory = openDatabase(':memory:')
  expect(getDataVersion(memory)).toBeUndefined()
  await memory.destroy()
})

it('a commit that a backup needs differs from bookkeeping', async () => {
  const checkedAt = '2026-11-22T03:00:00.000Z'
  const before = getBackupMarker(db)
  await forBookkeeping(db).insertInto('healthCheck').values({ id: 1, checkedAt }).execute()
  await db.selectFrom('healthCheck').selectAll().execute()
  await db.updateTable('healthCheck').set({ checkedAt }).where('checkedAt', '=', 'never').execute()
  expect(getBackupMarker(db)).toBe(before)
  const seen = new Set([before])
  const next = () => {
    expect(seen.has(getBackupMarker(db))).toBe(false)
    seen.add(getBackupMarker(db))
  }
  await add(db, 'one@list.example')
  next()
  await db.transaction().execute(async (change) => {
    await add(change, 'two@list.example')
    // The marker changes only with the commit, because a copy made now lacks the change.
    expect(seen.has(getBackupMarker(db))).toBe(true)
  })
  next()
  const request = withCommitHooks(db, {})
  await add(request, 'three@list.example')
  next()
  const rolledBack = db.transaction().execute(async (change) => {
    await add(change, 'four@list.example')
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(seen.has(getBackupMarker(db))).toBe(true)
  const other = openDatabase(path)
  await add(other, 'five@list.example')
  await other.destroy()
  next()
})
