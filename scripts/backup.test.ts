import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addAccount } from '~/domain/accounts/accounts.server'
import { pausedSince } from '~/domain/deliveries/pause.server'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'

let data: string
let db: Database

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'riverbank-backup-'))
  mkdirSync(join(data, 'uploads', 'a'), { recursive: true })
  writeFileSync(join(data, 'uploads', 'a', 'menu'), 'soup on Monday')
  db = await open()
  await add('daniel')
})
afterEach(async () => {
  await db.destroy()
  rmSync(data, { recursive: true })
})

async function open() {
  const opened = openDatabase(join(data, 'riverbank.sqlite'))
  await migrate(opened)
  return opened
}
const add = (username: string) =>
  addAccount(db, { username, password: 'heron on the river', role: 'student', firstName: 'D', lastName: 'O' })
const usernames = async () =>
  (await db.selectFrom('users').select('username').orderBy('id').execute()).map((user) => user.username)

function run(script: string, ...words: string[]): Promise<{ code: number; output: string }> {
  const program = [resolve(`scripts/${script}.mjs`), ...words]
  const options = { cwd: tmpdir(), env: { ...process.env, DATA_DIR: data } }
  return new Promise((answer) =>
    execFile(process.execPath, program, options, (error, stdout, stderr) =>
      answer({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}

async function backUp() {
  const { code, output } = await run('backup')
  expect(output).toMatch(/^Backed up to /)
  expect(code).toBe(0)
  return output.replace('Backed up to ', '').trim()
}

it('a backup is made while the database is in use, whole and for the operator only', async () => {
  const folder = await backUp()
  expect(readdirSync(join(data, 'backups'))).toHaveLength(1)
  expect(readdirSync(folder).sort()).toEqual(['riverbank.sqlite', 'uploads'])
  expect(readFileSync(join(folder, 'uploads', 'a', 'menu'), 'utf8')).toBe('soup on Monday')
  expect(statSync(join(folder, 'riverbank.sqlite')).mode & 0o077).toBe(0)
})

it('a restore brings back the database and the uploads, and sets the present ones aside', async () => {
  const folder = await backUp()
  await add('niamh')
  rmSync(join(data, 'uploads', 'a', 'menu'))
  writeFileSync(join(data, 'uploads', 'later'), 'added later')
  await db.destroy()

  const { code, output } = await run('restore', folder)
  expect(output).toMatch(/^Restored /)
  expect(code).toBe(0)

  db = await open()
  expect(await usernames()).toEqual(['daniel'])
  expect(readFileSync(join(data, 'uploads', 'a', 'menu'), 'utf8')).toBe('soup on Monday')
  expect(existsSync(join(data, 'uploads', 'later'))).toBe(false)

  const aside = output.split('\n')[0]?.split(' is in ')[1] ?? ''
  await db.destroy()
  expect((await run('restore', aside)).code).toBe(0)
  db = await open()
  expect(await usernames()).toEqual(['daniel', 'niamh'])
  expect(readFileSync(join(data, 'uploads', 'later'), 'utf8')).toBe('added later')
})

it('a restore sends no mail by itself: what waits in the backup may have gone out since', async () => {
  const folder = await backUp()
  await db.destroy()
  const { output } = await run('restore', folder)
  expect(output).toContain('No email is sent until a tutor turns sending back on')
  db = await open()
  expect(Date.parse((await pausedSince(db)) ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

it('a restore is refused while Riverbank runs, and changes nothing', async () => {
  const folder = await backUp()
  await add('niamh')
  expect(await run('restore', folder)).toEqual({
    code: 1,
    output: 'Riverbank is still running. Please stop it first.\n',
  })
  await add('conor')
  expect(await usernames()).toEqual(['daniel', 'niamh', 'conor'])
})

it('a restore is refused from a folder that holds no backup, or a damaged one', async () => {
  expect((await run('restore')).output).toMatch(/^Usage: /)
  expect((await run('restore', join(data, 'uploads'))).output).toMatch(/is not a backup/)
  const folder = await backUp()
  writeFileSync(join(folder, 'riverbank.sqlite'), 'no database')
  await db.destroy()
  expect(await run('restore', folder)).toEqual({ code: 1, output: 'The restore failed: file is not a database\n' })
  db = await open()
  expect(await usernames()).toEqual(['daniel'])
})

it('a backup of nothing is refused', async () => {
  await db.destroy()
  rmSync(join(data, 'riverbank.sqlite'))
  expect((await run('backup')).output).toMatch(/^There is nothing to back up/)
  db = await open()
})
