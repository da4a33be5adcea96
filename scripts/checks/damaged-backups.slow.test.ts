import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
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

/** Of many megabytes: app/backups/archive.slow.test.ts has them. */
const large = ['sixty thousand tiny uploads', 'a manifest of 64 MB', 'a manifest that names 90,000 files']

test.each(Object.keys(damagedBackups).filter((kind) => !large.includes(kind)))(
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
