import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createTemporaryFolder } from '~/test/folder'
import { shareRiverbank } from '~/test/riverbank'
import { type BackupFile, damagedBackups, parseBackup } from '../../scripts/checks/faults/damaged'
import { openArchive, writeArchive } from './archive.server'
import { backupKind } from './entries'
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

test.each<[string, (zip: ZipFile, name: string, bytes: Buffer) => void]>([
  ['in a folder', (zip, name, bytes) => zip.addBuffer(bytes, `riverbank-2026/${name}`, { compress: false })],
  [
    'with what a Mac adds',
    (zip, name, bytes) => {
      zip.addBuffer(bytes, name)
      zip.addBuffer(Buffer.from('Mac OS X'), `__MACOSX/._${name}`)
    },
  ],
])('a backup that was unpacked and rezipped, %s, is refused with advice', async (_how, add) => {
  const packed = new ZipFile()
  for (const [name, bytes] of good.parts) add(packed, name, bytes)
  packed.end()
  const file = join(elsewhere, 'again.zip')
  writeFileSync(file, await buffer(packed.outputStream))
  const words = 'The file was unpacked and zipped again. Please use the original file that Riverbank made.'
  await expect(openArchive(file)).rejects.toThrow(words)
})

test('an archive that could not be read back is not written', async () => {
  const about = { madeAt: '', schema: '', incomplete: [], program: { commit: null, node: '' } }
  const [target, names] = [join(elsewhere, 'large.zip'), ['a', 'b']]
  const kind = { ...backupKind, max: 1 }
  await expect(writeArchive(target, { folder: elsewhere, names, kind, ...about })).rejects.toThrow(
    'The backup has 2 files',
  )
  expect(readdirSync(elsewhere)).not.toContain('large.zip')
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
