import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './open'
import type { Database } from './schema'
import { untilChanged, versions } from './until-changed'

let folder: string
let path: string
let db: Database
let reads: number
let kept: ReturnType<typeof untilChanged<string[]>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'riverbank-until-changed-'))
  path = join(folder, 'riverbank.sqlite')
  db = openDatabase(path)
  reads = 0
  kept = untilChanged<string[]>()
  await sql`create table people (name text)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const add = (name: string, by = db) => sql`insert into people values (${name})`.execute(by)
const read = async (by: Database) => {
  reads += 1
  return (await sql<{ name: string }>`select name from people`.execute(by)).rows.map(({ name }) => name)
}
const names = (by = db, key = 'names') => kept(by, key, () => read(by))

test('what was read is kept, by its key, while nothing changes', async () => {
  await add('Maura')
  const first = await names()
  expect(await names()).toBe(first)
  expect(reads).toBe(1)
  await names(db, 'others')
  expect(reads).toBe(2)
  expect(first).toEqual(['Maura'])
})

test('it is read anew after every commit of this process, a transaction too', async () => {
  for (const name of ['Maura', 'Declan']) {
    await add(name)
    expect(await names()).toContain(name)
  }
  await db.transaction().execute(async (change) => {
    await add('Áine', change)
    expect(await names()).toEqual(['Maura', 'Declan'])
  })
  expect(await names()).toEqual(['Maura', 'Declan', 'Áine'])
})

test('it is read anew after every commit of another program', async () => {
  const other = new SQLite(path)
  for (const name of ['Maura', 'Declan']) {
    other.prepare('insert into people values (?)').run(name)
    expect(await names()).toContain(name)
  }
  other.exec('delete from people')
  expect(await names()).toEqual([])
  other.close()
})

test('a transaction always reads, and nothing of it is kept', async () => {
  await add('Maura')
  const undone = db.transaction().execute(async (change) => {
    await add('Declan', change)
    expect(await names(change)).toEqual(['Maura', 'Declan'])
    await add('Áine', change)
    expect(await names(change)).toEqual(['Maura', 'Declan', 'Áine'])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await names()).toEqual(['Maura'])
})

test('what was read while something was committed is not kept for afterwards', async () => {
  await add('Maura')
  const before = await kept(db, 'names', async () => {
    const found = await read(db)
    await add('Declan')
    return found
  })
  expect(before).toEqual(['Maura'])
  expect(await names()).toEqual(['Maura', 'Declan'])
})

test('neither what fails nor what is not there is kept', async () => {
  await expect(kept(db, 'names', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(await kept(db, 'names', async () => undefined)).toBeUndefined()
  expect(await names()).toEqual([])
})

test('where nobody can tell whether anything changed, it is read each time', async () => {
  versions.set(db, () => {
    throw new SQLite.SqliteError('database is locked', 'SQLITE_BUSY')
  })
  await names()
  await names()
  expect(reads).toBe(2)
})

test('what is kept can’t be changed', async () => {
  const list = (await names()) as string[]
  expect(() => list.push('Nobody')).toThrow(TypeError)
})

test('a database of one connection, in memory, is read each time', async () => {
  const memory = openDatabase(':memory:')
  await sql`create table people (name text)`.execute(memory)
  expect(await names(memory)).toEqual([])
  await add('Maura', memory)
  expect(await names(memory)).toEqual(['Maura'])
  await memory.destroy()
})
