import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import SQLite from 'better-sqlite3'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { createTemporaryFolder } from '~/test/folder'
import { migrate } from './migrate'
import { openDatabase } from './open'

/** A migration is killed at every so many statements; `npm run check:faults` sets 1. */
const KILLED_EVERY = Number(process.env.KILLED_EVERY ?? 61)

const program = resolve('.cache/interrupted-migration/interrupted-migration.mjs')
let folder: string

beforeAll(async () => {
  const temporary = createTemporaryFolder()
  folder = temporary.path
  // Bundled once: a hundred processes that each compile TypeScript would take minutes.
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '~': resolve('app'), '~db': resolve('db') } },
    build: {
      target: 'node20',
      ssr: 'app/test/interrupted-migration.ts',
      outDir: '.cache/interrupted-migration',
      rollupOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  })
  return temporary[Symbol.dispose]
})

/** Migrates the database at `path` in a process that is killed before statement `deadline`. */
async function migrateUntil(path: string, deadline: number) {
  const child = spawn(process.execPath, [program, path, String(deadline)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const statements = output
    .split('\n')
    .filter(Boolean)
    .map((line): string => JSON.parse(line))
  return { killed: signal === 'SIGKILL', statements }
}

async function nextStart(path: string) {
  const db = openDatabase(path)
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
  return contents(path)
}

function contents(path: string) {
  const sqlite = new SQLite(path, { readonly: true })
  const found = {
    integrity: sqlite.pragma('integrity_check', { simple: true }),
    schema: sqlite.prepare('select name, sql from sqlite_master order by name').all(),
    migrations: sqlite.prepare('select name from kysely_migration order by name').pluck().all(),
  }
  sqlite.close()
  return found
}

it('a migration that is killed at any statement is completed by the next start', { timeout: 240_000 }, async () => {
  const whole = join(folder, 'whole.sqlite')
  const { killed, statements } = await migrateUntil(whole, 0)
  expect(killed).toBe(false)
  const wanted = contents(whole)
  expect(wanted.integrity).toBe('ok')
  expect(wanted.migrations).toContain('001-the-site-stands')

  const deadlines = statements.map((_, index) => index + 1).filter((deadline) => deadline % KILLED_EVERY === 0)
  expect(deadlines.length).toBeGreaterThan(5)
  const walk = async () => {
    for (let deadline = deadlines.shift(); deadline; deadline = deadlines.shift()) {
      const path = join(folder, `killed-${deadline}.sqlite`)
      const interrupted = await migrateUntil(path, deadline)
      const moment = `killed before statement ${deadline}: ${statements[deadline - 1]}`
      expect(interrupted.killed, moment).toBe(true)
      expect(interrupted.statements, moment).toHaveLength(deadline)
      expect(await nextStart(path), moment).toEqual(wanted)
    }
  }
  await Promise.all([walk(), walk()])
})

it('the activity log of an older database keeps its lines, ids, links and indexes, with more exact verbs', async () => {
  const path = join(folder, 'activity.sqlite')
  const db = openDatabase(path)
  await migrate(db, '007-second-step')
  await db.destroy()
  const sqlite = new SQLite(path)
  sqlite.exec(`
      create index activityOfAnother on activity (at);
      insert into users (id, username, passwordHash, role, firstName, lastName, createdAt)
        values (1, 'aoife', '', 'tutor', 'Aoife', 'Brennan', ''), (2, 'daniel', '', 'student', 'Daniel', 'Okafor', '');
    `)
  const insert = sqlite.prepare(
    "insert into activity (id, at, actorId, actorName, action, noun, recordId, title, studentId) values (?, '2026-05-01T09:00:00.000Z', ?, 'Aoife Brennan', ?, ?, 7, ?, ?)",
  )
  const before: [number, number | null, string, string, string, number | null][] = [
    [1, 1, 'looked at', 'document', 'Report', 2],
    [3, 1, 'changed', 'newsletter', 'June news', null],
    [4, null, 'added', 'account', 'daniel', 2],
    [5, 1, 'looked at', 'subscribers', 'as a list (3)', null],
    [6, 1, 'added', 'subscribers', 'from a list (3)', null],
    [7, 1, 'changed', 'sending', 'Sending goes on', null],
    [8, 1, 'changed', 'sending', 'Sending goes on without the newsletters that waited', null],
    [9, 1, 'deleted', 'account', 'Erased person', null],
    [10, 1, 'deleted', 'subscriber', 'An address that was erased', null],
    [11, 1, 'deleted', 'subscriber', 'maura@example.ie', null],
    [12, 1, 'moved', 'term', 'May to August, from 2026', null],
    [20, 1, 'deleted', 'event', 'Tea morning', null],
  ]
  for (const line of before) insert.run(...line)
  sqlite.exec('delete from activity where id = 20')
  sqlite.close()

  expect((await nextStart(path)).integrity).toBe('ok')
  const after = new SQLite(path)
  after.pragma('foreign_keys = ON')
  const truer: Record<number, [string, string]> = {
    5: ['exported', 'as a list (3)'],
    6: ['imported', 'from a list (3)'],
    7: ['resumed', 'with all that waited'],
    8: ['resumed', 'without the newsletters that waited'],
    9: ['erased', 'Erased person'],
    10: ['erased', 'An address that was erased'],
  }
  const wanted = before
    .filter(([id]) => id !== 20)
    .map(([id, actorId, action, noun, title, studentId]) => {
      const [verb, words] = truer[id] ?? [action, title]
      return [id, '2026-05-01T09:00:00.000Z', actorId, 'Aoife Brennan', verb, noun, 7, words, studentId, 1]
    })
  expect(after.prepare('select * from activity order by id').raw().all()).toEqual(wanted)
  expect(
    after
      .prepare("select name from sqlite_master where tbl_name = 'activity' and type = 'index' order by name")
      .pluck()
      .all(),
  ).toEqual(expect.arrayContaining(['activityOfAnother', 'activityOfRecord', 'activityOfStudent']))
  const add = after.prepare(
    "insert into activity (at, actorId, actorName, action, noun, recordId, title) values ('', ?, 'A', ?, 'newsletter', 1, '')",
  )
  expect(add.run(1, 'sent').lastInsertRowid).toBe(21)
  expect(() => add.run(99, 'sent')).toThrow('FOREIGN KEY')
  expect(() => add.run(1, '')).toThrow('CHECK')
  after.exec('delete from users where id = 1')
  expect(after.prepare('select count(*) from activity where actorId is not null').pluck().get()).toBe(0)
  after.close()
})
