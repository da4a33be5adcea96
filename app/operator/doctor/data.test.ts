import { execFileSync } from 'node:child_process'
import { mkdirSync, openSync, readdirSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupName } from '~/backups/entries'
import { ago, doctorsOffice, words } from '~/test/doctors-office'

const office = doctorsOffice()
const { changed, copied, faults, faultsAt, mounted } = office

test('a folder that can only be read', async () => {
  const disk = mounted()
  if (disk) execFileSync('mount', ['-o', 'remount,ro', disk])
  // Where nobody may mount, one in which nobody can make a file.
  const found = await faultsAt(disk ?? '/proc')
  expect(found).toContainEqual(['folder', words("can't be")])
})

test('a disk that is nearly full', async () => {
  const found = await faultsAt(mounted() ?? '/proc')
  expect(found).toContainEqual(['disk', expect.stringMatching(/^Only \d+ MB are free/)])
})

test('a damaged database', async () => {
  const folder = copied()
  const file = openSync(join(folder, 'riverbank.sqlite'), 'r+')
  for (const page of [3, 9, 20]) writeSync(file, Buffer.alloc(2000, 7), 0, 2000, page * 4096)
  expect(await faultsAt(folder)).toContainEqual(['database', words('damaged')])
})

test('a file that is no database', async () => {
  const folder = copied()
  writeFileSync(join(folder, 'riverbank.sqlite'), 'no database '.repeat(1000))
  expect(await faultsAt(folder)).toContainEqual(['database', words('damaged')])
})

test('the database of a newer version', async () => {
  const folder = changed(
    "insert into kysely_migration (name, timestamp) values ('999-tomorrow', ?)",
    ago(1).toISOString(),
  )
  expect(await faultsAt(folder)).toEqual([['database', words('999-tomorrow')]])
})

test('an upload that is lost', async () => {
  const folder = copied()
  const [first = ''] = readdirSync(join(folder, 'uploads'))
  unlinkSync(join(folder, 'uploads', first))
  expect(await faultsAt(folder)).toEqual([['uploads', words(first)]])
})

test('a backup of the day before yesterday', async () => {
  const BACKUP_DIR = join(office.elsewhere, 'backups')
  mkdirSync(BACKUP_DIR)
  writeFileSync(join(BACKUP_DIR, backupName(ago(49))), '')
  expect(await faults({ BACKUP_DIR })).toEqual([['backups', words('49 hours old')]])
  writeFileSync(join(BACKUP_DIR, backupName(ago(25))), '')
  expect(await faults({ BACKUP_DIR })).toEqual([])
})

test('no backup since the set-up', async () => {
  const folder = changed('update kysely_migration set timestamp = ?', ago(30).toISOString())
  expect(await faultsAt(folder)).toEqual([['backups', words('There is none')]])
  expect(await faultsAt(folder, { BACKUP_AT: 'never' })).toEqual([])
})

test('sending that is paused', async () => {
  const folder = changed("insert into portalSettings (name, value) values ('sendingPaused', ?)", ago(1).toISOString())
  expect(await faultsAt(folder)).toEqual([['queue', words('paused')]])
})

test('mail that does not leave', async () => {
  const folder = changed(
    "insert into deliveries (kind, email, state, createdAt, dueAt) values ('test', 'a@x.ie', 'pending', ?, ?)",
    ...[ago(5).toISOString(), ago(5).toISOString()],
  )
  expect(await faultsAt(folder)).toEqual([['queue', words('waited for 5 hours, 1 in all')]])
})

test('a clock that is behind what was written', async () => {
  const folder = changed('update healthCheck set checkedAt = ?', ago(-3).toISOString())
  expect(await faultsAt(folder)).toEqual([
    ['clock', words('The clock is behind: by it, the database was last written')],
  ])
})
