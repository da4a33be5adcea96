import { mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { exportPerson } from '~/domain/accounts/personal-data.server'
import { recordNotBackedUp } from '~/domain/files/lost-uploads.server'
import { addSampleFile } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createSampleDocument } from '~/test/samples'
import { openFile } from './file-views.server'
import { removeFile } from './files.server'
import { describeLostUploads, findLostUploads } from './lost-uploads.server'

const riverbank = setUpFreshRiverbank()

async function upload(title: string, studentId?: number) {
  const { db, uploads } = riverbank
  const { id } = await addSampleFile(riverbank, { title, studentId })
  const stored = await db.selectFrom('files').select('storageKey').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, path: join(uploads, stored.storageKey) }
}
const check = () => findLostUploads(riverbank.db, riverbank.uploads)
const message = () => describeLostUploads(riverbank.uploads)

test('a missing or empty uploads folder is reported at the next check and accepts no uploads', async ({ uploads }) => {
  await check()
  expect(message()).toBeNull()
  await upload('Menu')
  await check()
  expect(message()).toBeNull()
  await rename(uploads, `${uploads}-away`)
  await check()
  expect(message()).toContain('missing or empty. Files expected in it: 1.')
  await expect(upload('Bus times')).rejects.toMatchObject({
    kind: 'storageFailed',
    message: expect.stringContaining('not saved'),
  })
  await mkdir(uploads)
  await check()
  expect(message()).toContain('missing or empty')
  await expect(upload('Bus times')).rejects.toMatchObject({ kind: 'storageFailed' })
  expect(await readdir(uploads)).toEqual([])
  await rm(uploads, { recursive: true })
  await rename(`${uploads}-away`, uploads)
  await check()
  expect(message()).toBeNull()
  await upload('Bus times')
})

test('the empty folder of a centre that deleted all files accepts uploads', async ({ db, uploads, people }) => {
  await removeFile(db, uploads, people.aoife, (await upload('Menu')).id)
  await check()
  expect(message()).toBeNull()
  await upload('Bus times')
})

test('a check finds missing or truncated files, until they return or are deleted', async ({ db, uploads, people }) => {
  const files = [await upload('Menu'), await upload('Plan'), await upload('Bus times')]
  await rename(files[0]!.path, `${files[0]!.path}.away`)
  await truncate(files[1]!.path, 10)
  await check()
  expect(message()).toContain('Uploaded files missing or truncated: 2.')
  await writeFile(files[1]!.path, createSampleDocument('Plan'))
  await check()
  expect(message()).toContain('Uploaded files missing or truncated: 1.')
  await rm(`${files[0]!.path}.away`)
  await removeFile(db, uploads, people.aoife, files[0]!.id)
  await check()
  expect(message()).toBeNull()
})

test('a request or backup that finds lost bytes reports them at once', async ({ db, uploads, people }) => {
  const { id, path } = await upload('Menu')
  await upload('Plan')
  await rm(path)
  await expect(openFile(db, uploads, people.aoife, id)).rejects.toMatchObject({ kind: 'notFound' })
  expect(message()).toContain('Uploaded files missing or truncated: 1.')
  recordNotBackedUp(uploads, [`uploads/${path.slice(uploads.length + 1)}`])
  expect(message()).toContain('Missing from the last backup: 1.')
  await writeFile(path, createSampleDocument('Menu'))
  await check()
  expect(message()).toBeNull()
})

test('a check reads some hundreds at a time, and reaches all', async ({ db, uploads, people }) => {
  const { path } = await upload('Menu')
  const file = { title: 'x', fileName: 'x.txt', fileType: 'text/plain', size: 1, isShared: 1 as const }
  const row = { ...file, uploadedBy: people.aoife.id, uploadedAt: '2026-11-22T10:00:00.000Z' }
  const keys = Array.from({ length: 1100 }, (_, number) => number.toString(16).padStart(32, '0'))
  for (const storageKey of keys) await writeFile(join(uploads, storageKey), 'x')
  const rows = keys.map((storageKey) => ({ ...row, storageKey }))
  await db.insertInto('files').values(rows).execute()
  await rm(path)
  await rm(join(uploads, keys.at(-1)!))
  const counts: (string | undefined)[] = []
  for (let time = 0; time < 3; time++) {
    await check()
    counts.push(message()?.match(/\d+/)?.[0])
  }
  expect(counts[0]).not.toBe('2')
  expect(counts[2]).toBe('2')
})

test('an export with a lost file has all others, and names the missing one', async ({ db, uploads, people }) => {
  const lost = await upload('Menu', people.daniel.id)
  const stored = await upload('Plan', people.daniel.id)
  await rm(lost.path)
  const zip = await fromBufferPromise(await buffer(await exportPerson(db, uploads, people.aoife, people.daniel.id)))
  const names: string[] = []
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  expect(names).toEqual(['person.json', `files/${lost.id}-Menu.doc is missing.txt`, `files/${stored.id}-Plan.doc`])
})
