import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { log } from '~/log.server'
import { damageTable } from '~/test/damage'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { ClockWatch } from './clock.server'
import { createBackupName } from './entries'
import { makeBackup } from './make.server'
import { prepareDatabase, UnusableDatabase } from './ready-database.server'

const riverbank = setUpFreshRiverbank()
let database: string
let where: { dataDir: string; backups: { isHourly: boolean; at: string | null; folder: string } }
beforeEach(async () => {
  const { dataDir } = riverbank.settings
  database = join(dataDir, 'riverbank.sqlite')
  where = { dataDir, backups: { isHourly: false, at: null, folder: join(dataDir, 'backups') } }
  await riverbank.db.destroy()
  mkdirSync(riverbank.uploads)
  writeFileSync(join(riverbank.uploads, 'a'.repeat(32)), 'x')
})

const start = () => prepareDatabase(where, { clockWatch: new ClockWatch(), startup: { isMigrating: false } })
const contents = () =>
  readdirSync(where.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path).toString('base64')])

test.each<[string, () => void, string]>([
  ['a damaged page', () => damageTable(database, 'users'), 'It is damaged'],
  ['another kind of file', () => writeFileSync(database, 'no database '.repeat(1000)), 'file is not a database'],
  ['no bytes', () => truncateSync(database, 0), 'It is empty, but there are 1 files in the uploads folder'],
  ['no database file', () => rmSync(database), 'It is missing, but there are 1 files in the uploads folder'],
])('a start with %s names the newest intact backup and the command, and changes nothing', async (_, harm, found) => {
  rmSync(riverbank.uploads, { recursive: true })
  mkdirSync(where.backups.folder, { recursive: true })
  const { path } = await makeBackup(where.dataDir, `${where.backups.folder}/`)
  mkdirSync(riverbank.uploads)
  writeFileSync(join(riverbank.uploads, 'a'.repeat(32)), 'x')
  const newer = join(where.backups.folder, createBackupName(new Date(Date.now() + 60_000)))
  copyFileSync(path, newer)
  truncateSync(newer, 5000)
  harm()
  const before = contents()
  const reported = vi.spyOn(log, 'fatal')
  const error = await start().catch((reason: unknown) => reason as Error)
  expect(error).toBeInstanceOf(UnusableDatabase)
  const { message } = error as Error
  const command = `DATA_DIR=${where.dataDir} node scripts/restore.mjs ${path}`
  for (const words of [database, found, `${newer} is not an intact backup`, `Restore it with: ${command}`])
    expect(message).toContain(words)
  expect(message).not.toContain('\n')
  expect(reported).toHaveBeenCalledWith(expect.objectContaining({ database, backup: path, restore: command }), message)
  expect(contents()).toEqual(before)
})

test('a start with a damaged database says if there is no backup', async () => {
  damageTable(database, 'users')
  await expect(start()).rejects.toThrow(`No intact backup was found in ${where.backups.folder}.`)
})

test('a new folder gets its database, even after a start that was killed before it wrote one', async () => {
  rmSync(riverbank.uploads, { recursive: true })
  truncateSync(database, 0)
  await (await start()).destroy()
  rmSync(where.dataDir, { recursive: true })
  await (await start()).destroy()
  expect(existsSync(database)).toBe(true)
})

test('a command does not replace a missing database with an empty one', async () => {
  rmSync(database)
  await expect(prepareDatabase(where)).rejects.toThrow('It is missing')
  expect(existsSync(database)).toBe(false)
})
