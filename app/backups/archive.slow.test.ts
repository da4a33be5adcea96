import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createTemporaryFolder } from '~/test/folder'
import { shareRiverbank } from '~/test/riverbank'
import { type BackupFile, damagedBackups, parseBackup } from '../../scripts/check-faults/damaged'
import { openArchive } from './archive.server'
import { makeBackup } from './make.server'

const riverbank = shareRiverbank()
let elsewhere: string
let good: BackupFile
beforeAll(async () => {
  const temporary = createTemporaryFolder()
  elsewhere = temporary.path
  const { path } = await makeBackup(riverbank.settings.dataDir, join(elsewhere, 'good.zip'))
  good = await parseBackup(path)
  return temporary[Symbol.dispose]
})

test.each([
  ['sixty thousand tiny uploads', 'The backup has 60001 files; the maximum is 50000.'],
  ['a manifest of 64 MB', 'Its manifest is too large.'],
  ['a manifest that names 90,000 files', 'Its manifest lists a file twice.'],
])('%s: refused before any part is read', async (kind, words) => {
  const file = join(elsewhere, 'damaged.zip')
  writeFileSync(file, await damagedBackups[kind]!(good))
  await expect(openArchive(file)).rejects.toThrow(words)
})
