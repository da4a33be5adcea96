import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { findPausedSince } from '~/domain/deliveries/sending.server'
import { addFile, removeFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import { buildBeforeTests } from '~/test/built'
import { createTemporaryFolder } from '~/test/folder'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createSamplePdf, createUploadedFile } from '~/test/samples'
import { openDatabase } from '~db/open'
import { lockFolder } from './lock.mjs'

// Each command is a process of the built bundle, which loads slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const riverbank = setUpFreshRiverbank()
let data: string
let elsewhere: string

buildBeforeTests()
beforeEach(async () => {
  data = riverbank.settings.dataDir
  const temporary = createTemporaryFolder()
  elsewhere = temporary.path
  return temporary[Symbol.dispose]
})

const upload = (title: string) => {
  const file = createUploadedFile(createSamplePdf(title), 'menu.pdf')
  return addFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, newFile.parse({ title, file }))
}

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
const whole = (...titles: string[]) => titles.map((title) => [title, createSamplePdf(title).toString('latin1')])

function run(
  script: string,
  words: string[] = [],
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const program = [resolve(`scripts/${script}.mjs`), ...words]
  const options = { cwd: tmpdir(), env: { ...process.env, DATA_DIR: data, ...environment } }
  return new Promise((answer) =>
    execFile(process.execPath, program, options, (error, stdout, stderr) =>
      answer({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
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
  expect([code, output]).toEqual([1, `The backup failed. ${file} already exists. Please choose another name.\n`])
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
  const { output } = await run('restore', [file], { DATA_DIR: there })
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
  const lock = lockFolder(data)
  const before = readdirSync(data).sort()
  const { code, output } = await run('restore', [file])
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^Nothing was restored or changed\. .* is in use by Riverbank/),
  ])
  expect(readdirSync(data).sort()).toEqual(before)
  lock.release()
  // Without the lock, like an earlier version.
  expect((await run('restore', [file])).output).toMatch(/Riverbank is still running\. Please stop it first\./)
  await upload('Another')
  expect(await filesIn(data)).toEqual(whole('Menu', 'Another'))
})

it('a backup folder of an earlier version is restored if it is complete', async () => {
  await upload('Menu')
  const old = join(elsewhere, '2025-09-01T09-00-00.000Z')
  const file = await backUp()
  await riverbank.db.destroy()
  expect((await run('restore', [file], { DATA_DIR: old })).code).toBe(0)
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
  expect((await run('backup', [], { DATA_DIR: empty })).output).toMatch(/There is nothing to back up/)
  expect(existsSync(empty)).toBe(false)
})

it('prints its help on --help, and never treats an option as a file', async () => {
  for (const script of ['backup', 'restore', 'website', 'user', 'doctor'])
    expect(await run(script, ['--help']), script).toEqual({ code: 0, output: expect.stringMatching(/^Usage:/) })
  for (const script of ['backup', 'restore'])
    expect(await run(script, ['--to']), script).toEqual({ code: 1, output: expect.stringMatching(/^Usage:/) })
  expect(existsSync(join(tmpdir(), '--help')) || existsSync(join(tmpdir(), '--to'))).toBe(false)
})
