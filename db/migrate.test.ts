import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import SQLite from 'better-sqlite3'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from './migrate'
import { openDatabase } from './open'

const program = resolve('.cache/interrupted-migration/interrupted-migration.mjs')
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'riverbank-migrations-'))
  // Bundled once: a hundred processes that each compile TypeScript would take minutes.
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '~': resolve('app'), '~db': resolve('db') } },
    build: {
      target: 'node20',
      ssr: 'db/interrupted-migration.ts',
      outDir: '.cache/interrupted-migration',
      rollupOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Migrates the database at `path` in a process of its own, which is killed before statement `deadline`. */
async function migrateUntil(path: string, deadline: number, manner = 'ours') {
  const child = spawn(process.execPath, [program, path, String(deadline), manner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const statements = output
    .split('\n')
    .filter(Boolean)
    .map((line): string => JSON.parse(line))
  return { killed: signal === 'SIGKILL', statements }
}

/** What is in the database at `path` after the next start has migrated it. */
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

/** The deadline that lies between the first table and the second. */
const afterFirstTable = (statements: string[]) =>
  statements.findIndex((statement) => statement.startsWith('create table users')) + 2

describe('a migration', () => {
  it('that is killed at any statement is completed by the next start', { timeout: 120_000 }, async () => {
    const whole = join(folder, 'whole.sqlite')
    const { killed, statements } = await migrateUntil(whole, 0)
    expect(killed).toBe(false)
    const wanted = contents(whole)
    expect(wanted.integrity).toBe('ok')
    expect(wanted.migrations).toContain('001-the-site-stands')

    const deadlines = statements.map((_, index) => index + 1)
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

  it('leaves nothing half done when it is killed between two tables', async () => {
    const { statements } = await migrateUntil(join(folder, 'all.sqlite'), 0)
    const path = join(folder, 'between.sqlite')
    await migrateUntil(path, afterFirstTable(statements))
    const names = contents(path).schema.map((row) => (row as { name: string }).name)
    expect(names).toContain('kysely_migration')
    expect(names).not.toContain('users')
  })

  it('would not survive that kill with what Kysely knows of SQLite by itself', async () => {
    const { statements } = await migrateUntil(join(folder, 'all-plain.sqlite'), 0, 'plain')
    const path = join(folder, 'plain.sqlite')
    expect((await migrateUntil(path, afterFirstTable(statements), 'plain')).killed).toBe(true)
    await expect(nextStart(path)).rejects.toThrow('table users already exists')
  })

  it('changes nothing the second time', async () => {
    const path = join(folder, 'twice.sqlite')
    const first = await nextStart(path)
    expect(await nextStart(path)).toEqual(first)
  })
})
