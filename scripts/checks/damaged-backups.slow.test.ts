import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openArchive, writeArchive } from '~/backups/archive.server'
import { backupKind } from '~/backups/entries'
import { makeBackup } from '~/backups/make.server'
import { restoreBackup } from '~/backups/restore.server'
import { createTemporaryFolder } from '~/test/folder'
import { addSampleFile } from '~/test/records'
import { shareRiverbank } from '~/test/riverbank'
import { type BackupFile, damagedBackups, parseBackup } from './faults/damaged'
import { describeTree } from './shared/operator'

const riverbank = shareRiverbank()
let folder: string
let good: BackupFile
beforeAll(async () => {
  for (const title of ['Menu', 'Bus times', 'Plan']) await addSampleFile(riverbank, { title })
  const temporary = createTemporaryFolder()
  folder = temporary.path
  good = await parseBackup((await makeBackup(riverbank.settings.dataDir, join(folder, 'good.zip'))).path)
  return temporary[Symbol.dispose]
})

/** Restores a file to an empty folder. Returns the error message, if any, and the contents of the folder. */
async function restoreBytes(bytes: Buffer) {
  const [file, home] = [join(folder, 'changed.zip'), join(folder, 'home')]
  writeFileSync(file, bytes)
  const refusal = await restoreBackup(home, file).then(
    () => undefined,
    ({ message }: Error) => message,
  )
  const left = describeTree(home)
  const uploads = describeTree(join(home, 'uploads'))
  rmSync(home, { recursive: true, force: true })
  return { refusal, left, uploads }
}

/** Those of many megabytes, which are refused before any part is read. */
const large = {
  'one file too many': 'The backup has 50001 files; the maximum is 50000.',
  'a manifest of more than 16 MB': 'Its manifest is too large.',
  'a manifest that names 90,000 files': 'Its manifest lists a file twice.',
}

test.each(Object.keys(damagedBackups).filter((kind) => !Object.hasOwn(large, kind)))(
  'a backup is refused with a message, and leaves nothing: %s',
  async (kind) => {
    const { refusal, left } = await restoreBytes(await damagedBackups[kind]!(good))
    expect(refusal).toMatch(/^.{12,}[.]$/s)
    expect(left).toBe('nothing')
  },
)

test('a changed byte is refused, or changes nothing in the restored data', async () => {
  const { uploads } = await restoreBytes(good.file)
  expect(uploads.split('\n').length).toBe(3)
  for (let time = 0; time < 8; time++) {
    const copy = Buffer.from(good.file)
    copy[Math.floor((copy.length * time) / 8)]! ^= 1 << time
    const { refusal, ...changed } = await restoreBytes(copy)
    if (refusal) expect(changed.left).toBe('nothing')
    else expect(changed.uploads).toBe(uploads)
  }
})

test.each(Object.entries(large))('%s: refused before any part is read', async (kind, words) => {
  const file = join(folder, 'damaged.zip')
  writeFileSync(file, await damagedBackups[kind]!(good))
  await expect(openArchive(file)).rejects.toThrow(words)
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
  const file = join(folder, 'again.zip')
  writeFileSync(file, await buffer(packed.outputStream))
  const words = 'The file was unpacked and zipped again. Please use the original file that Riverbank made.'
  await expect(openArchive(file)).rejects.toThrow(words)
})

test('an archive that could not be read back is not written', async () => {
  const about = { madeAt: '', schema: '', incomplete: [], program: { commit: null, node: '' } }
  const [target, names] = [join(folder, 'large.zip'), ['a', 'b']]
  const kind = { ...backupKind, max: 1 }
  await expect(writeArchive(target, { folder, names, kind, ...about })).rejects.toThrow('The backup has 2 files')
  expect(readdirSync(folder)).not.toContain('large.zip')
})
