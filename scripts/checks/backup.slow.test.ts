import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { beforeEach, expect, it, vi } from 'vitest'
import { backupCommand } from '~/backups/backup-command.server'
import { restoreCommand } from '~/backups/restore-command.server'
import { adjustableCategories } from '~/content/retention-terms'
import { findPausedSince } from '~/domain/deliveries/sending.server'
import { removeFile } from '~/domain/files/files.server'
import { doctorCommand } from '~/operator/doctor.server'
import { fillEveryTable, readEveryTable } from '~/test/every-table'
import { createTemporaryFolder } from '~/test/folder'
import { addSampleFile } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createSampleDocument } from '~/test/samples'
import { userCommand } from '~/user-command.server'
import { websiteCommand } from '~/website-command.server'
import { openDatabase } from '~db/open'
import type { Row } from '~db/schema'

// commands.test.ts runs such commands as processes.

const riverbank = setUpFreshRiverbank()
let data: string
let elsewhere: string

beforeEach(() => {
  data = riverbank.settings.dataDir
  const temporary = createTemporaryFolder()
  elsewhere = temporary.path
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return temporary[Symbol.dispose]
})

const upload = (title: string) => addSampleFile(riverbank, { title })

/** The titles of the files in a data folder, each with its bytes on disk. */
async function filesIn(folder: string) {
  const db = openDatabase(join(folder, 'riverbank.sqlite'))
  try {
    const rows = await db.selectFrom('files').select(['title', 'storageKey']).orderBy('id').execute()
    return rows.map(({ title, storageKey }) => [title, readFileSync(join(folder, 'uploads', storageKey), 'latin1')])
  } finally {
    await db.destroy()
  }
}
const whole = (...titles: string[]) => titles.map((title) => [title, createSampleDocument(title).toString('latin1')])

const commands = { backup: backupCommand, restore: restoreCommand }

/** Runs a command for a data folder. Returns what it prints. */
async function run(name: keyof typeof commands, words: string[] = [], dataDir = data) {
  vi.stubEnv('DATA_DIR', dataDir)
  const signals = ['SIGINT', 'SIGTERM'] as const
  const before = signals.flatMap((signal) => process.listeners(signal))
  try {
    return { code: 0, output: await commands[name](words) }
  } catch (error) {
    return { code: 1, output: (error as Error).message }
  } finally {
    for (const signal of signals)
      for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener)
  }
}

async function backUp(to?: string) {
  const { code, output } = await run('backup', to ? [to] : [])
  expect(output).toMatch(/^Backed up to /)
  expect(code).toBe(0)
  return /Backed up to (.+)/.exec(output)![1]!
}

it('a backup is one file that only the operator can read; it goes to the given path, and replaces no file', async () => {
  await upload('Menu')
  const before = readdirSync(data)
  const first = await backUp()
  expect(readdirSync(join(data, 'backups'))).toEqual([first.slice(join(data, 'backups/').length)])
  expect(statSync(first).mode & 0o077).toBe(0)
  expect(readdirSync(data).sort()).toEqual([...before, 'backups'].sort())
  expect(await backUp(elsewhere)).toMatch(/\/riverbank-\d{4}-.*Z\.zip$/)
  const file = join(elsewhere, 'before-the-move.zip')
  expect(await backUp(file)).toBe(file)
  const { code, output } = await run('backup', [file])
  expect([code, output]).toEqual([1, `The backup failed. ${file} already exists. Please choose another name.`])
})

it('a restore brings back every row of every table except the sessions, pauses sending and holds the retention periods', async () => {
  const path = join(data, 'riverbank.sqlite')
  await riverbank.db.destroy()
  const sqlite = new SQLite(path)
  fillEveryTable(sqlite)
  const before = readEveryTable(sqlite)
  for (const [name, rows] of Object.entries(before)) if (!name.startsWith('kysely_')) expect(rows, name).toHaveLength(1)
  sqlite.close()
  const file = await backUp()
  const changed = new SQLite(path)
  changed.pragma('foreign_keys = OFF')
  changed.exec("update enquiries set message = 'lost'; delete from albums; drop table weekSessions")
  changed.close()
  expect((await run('restore', [file])).code).toBe(0)
  const restored = new SQLite(path, { readonly: true })
  const { sessions, portalSettings, ...after } = readEveryTable(restored)
  restored.close()
  const { sessions: _, portalSettings: settings, ...expected } = before
  expect(after).toEqual(expected)
  expect(sessions).toEqual([])
  expect(portalSettings).toEqual(expect.arrayContaining(settings!))
  const stored = new Map((portalSettings as Row<'portalSettings'>[]).map(({ name, value }) => [name, value]))
  expect(Date.parse(stored.get('sendingPaused') ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(JSON.parse(stored.get('retention') ?? '')).toMatchObject({ held: adjustableCategories })
})

it('a restore brings back the database and the uploads, moves the current ones aside, and can be undone', async () => {
  const { id } = await upload('Menu')
  mkdirSync(join(data, 'outbox'))
  writeFileSync(join(data, 'outbox', '7.eml'), 'To: office')
  const file = await backUp()
  await removeFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, id)
  await upload('Later')
  await riverbank.db.destroy()

  const { code, output } = await run('restore', [file])
  expect(output).toMatch(/^Restored /)
  expect(code).toBe(0)
  expect(await filesIn(data)).toEqual(whole('Menu'))
  expect(readFileSync(join(data, 'outbox', '7.eml'), 'utf8')).toBe('To: office')

  const aside = / is in (.+) for 30 days/.exec(output)![1]!
  expect((await run('restore', [aside])).code).toBe(0)
  expect(await filesIn(data)).toEqual(whole('Later'))
})

it('a backup is restored on another machine to a new folder, and sending stays paused', async () => {
  await upload('Menu')
  writeFileSync(join(data, 'session-secret'), 'kept')
  const file = await backUp(elsewhere)
  const there = join(elsewhere, 'new', 'data')
  const { output } = await run('restore', [file], there)
  expect(output).toMatch(/^Restored /)
  // Mail that waits in the backup may have been sent since.
  expect(output).toContain('No email is sent until a tutor turns sending back on')
  expect(await filesIn(there)).toEqual(whole('Menu'))
  expect(readFileSync(join(there, 'session-secret'), 'utf8')).toBe('kept')
  expect(statSync(join(there, 'riverbank.sqlite')).mode & 0o077).toBe(0)
  const db = openDatabase(join(there, 'riverbank.sqlite'))
  expect(Date.parse((await findPausedSince(db)) ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await db.destroy()
})

it('a restore is refused while Riverbank runs, and changes nothing', async () => {
  const file = await backUp()
  await upload('Menu')
  const before = readdirSync(data).sort()
  // Without the lock of a running server (commands.test.ts), like an earlier version.
  const { code, output } = await run('restore', [file])
  expect([code, output]).toEqual([
    1,
    'Nothing was restored or changed. Riverbank is still running. Please stop it first.',
  ])
  const left = readdirSync(data).filter((name) => name !== 'lock.sqlite')
  expect(left.sort()).toEqual(before)
  expect(await filesIn(data)).toEqual(whole('Menu'))
})

it('a backup folder of an earlier version is restored if it is complete', async () => {
  await upload('Menu')
  const old = join(elsewhere, '2025-09-01T09-00-00.000Z')
  const file = await backUp()
  await riverbank.db.destroy()
  expect((await run('restore', [file], old)).code).toBe(0)
  expect((await run('restore', [old])).output).toMatch(/^Restored /)
  expect(await filesIn(data)).toEqual(whole('Menu'))
  rmSync(join(old, 'uploads'), { recursive: true })
  expect((await run('restore', [old])).output).toMatch(
    /^Nothing was restored or changed. The upload .* missing from the files/,
  )
})

it('prints its usage, and says if there is nothing to back up', async () => {
  expect((await run('restore')).output).toMatch(/^Usage: /)
  expect((await run('backup', ['a', 'b'])).output).toMatch(/^Usage: /)
  const empty = join(elsewhere, 'empty')
  expect((await run('backup', [], empty)).output).toMatch(/There is nothing to back up/)
  expect(existsSync(empty)).toBe(false)
})

it('each command prints its help on --help, and never treats an option as a file', async () => {
  for (const command of [backupCommand, restoreCommand, websiteCommand, userCommand])
    expect(await command(['--help'])).toMatch(/^Usage:/)
  expect(await doctorCommand(['--help'])).toEqual({ text: expect.stringMatching(/^Usage:/), exitCode: 0 })
  for (const name of ['backup', 'restore'] as const)
    expect(await run(name, ['--to']), name).toEqual({ code: 1, output: expect.stringMatching(/^Usage:/) })
  expect(existsSync('--help') || existsSync('--to')).toBe(false)
})
