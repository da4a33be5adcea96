import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '~/test/folder'
import { sharedByAll } from '~/test/riverbank'
import { damaged, type Good, takeApart } from '../../scripts/check-faults/damaged'
import { openArchive, writeArchive } from './archive.server'
import { backupKind } from './entries'
import { makeBackup } from './make.server'

const riverbank = sharedByAll()
let elsewhere: string
let good: Good
beforeAll(async () => {
  const temporary = temporaryFolder()
  elsewhere = temporary.path
  const { path } = await makeBackup(riverbank.settings.dataDir, join(elsewhere, 'good.zip'))
  good = await takeApart(path)
  return temporary[Symbol.dispose]
})

test.each([
  ['sixty thousand tiny uploads', 'It holds 60001 files, and a backup has at most 50000.'],
  ['uploads that are the same bytes of the file', 'it says that it holds more bytes than it has'],
  ['a manifest of 64 MB', 'Its manifest is too large.'],
  ['a manifest that names 90,000 files', 'Its manifest names a file twice.'],
])('%s is refused before anything is read from it', async (kind, words) => {
  const file = join(elsewhere, 'damaged.zip')
  writeFileSync(file, await damaged[kind]!(good))
  await expect(openArchive(file)).rejects.toThrow(words)
})

test('an archive that could not be read back is not written', async () => {
  const about = { madeAt: '', schema: '', incomplete: [], program: { commit: null, node: '' } }
  const [target, names] = [join(elsewhere, 'large.zip'), ['a', 'b']]
  const kind = { ...backupKind, most: 1 }
  await expect(writeArchive(target, { folder: elsewhere, names, kind, ...about })).rejects.toThrow('It holds 2 files')
  expect(readdirSync(elsewhere)).not.toContain('large.zip')
})
