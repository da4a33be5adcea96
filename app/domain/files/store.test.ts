import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { addFile } from './files.server'
import { newFile } from './schema'
import { discard, openRow, openStored, removeOrphanFiles, storeFile } from './store.server'

const riverbank = setUpFreshRiverbank()

const stored = () => readdir(riverbank.uploads).catch(() => [])
const content = { bytes: createSamplePdf(), small: [{ width: 480 as const, bytes: Buffer.from('small') }] }

test('a stored file can be opened, in full or small, and removed', async () => {
  const key = await storeFile(riverbank.db, riverbank.uploads, content, async (storageKey) => storageKey)
  for (const [width, bytes] of [
    [undefined, createSamplePdf()],
    [480, Buffer.from('small')],
    [960, createSamplePdf()],
  ] as const) {
    const handle = await openStored(riverbank.uploads, { storageKey: key }, width)
    expect(await handle.readFile()).toEqual(bytes)
    await handle.close()
  }
  await discard(riverbank.uploads, key)
  expect(await stored()).toEqual([])
})

/** A query that returns these rows one by one, and then none. */
const finding = (...keys: string[]) => ({
  executeTakeFirst: async () => {
    const storageKey = keys.shift()
    return storageKey === undefined ? undefined : { storageKey }
  },
})

test('a file that is deleted just as it is opened is not found; a replaced one opens as the new one', async () => {
  const { db, uploads } = riverbank
  const key = await storeFile(db, uploads, content, async (storageKey) => storageKey)
  const open = async (row: { storageKey: string }) => (await openStored(uploads, row)).close().then(() => row)
  expect(await openRow(uploads, finding(), open)).toBeNull()
  expect(await openRow(uploads, finding('gone'), open)).toBeNull()
  expect(await openRow(uploads, finding('gone', 'gone too', key), open)).toEqual({ storageKey: key })
  await expect(openRow(uploads, finding('lost', 'lost'), open)).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('ask the centre'),
  })
})

test('a row that can’t be written leaves no file', async () => {
  const failing = storeFile(riverbank.db, riverbank.uploads, content, () =>
    Promise.reject(new Error('the disk is full')),
  )
  await expect(failing).rejects.toThrow('the disk is full')
  expect(await stored()).toEqual([])
})

test('a file that can’t be written leaves no row', async () => {
  await writeFile(riverbank.uploads, 'a file instead of the folder')
  const file = newFile.parse({ title: 'Plan', file: createUploadedFile(createSamplePdf(), 'plan.pdf') })
  await expect(addFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, file)).rejects.toThrow()
  expect(await riverbank.db.selectFrom('files').selectAll().execute()).toEqual([])
})

test('the sweep removes only leftovers of a crash', async () => {
  const file = newFile.parse({
    title: 'Photo',
    file: createUploadedFile(await createPicture(1000, 500).png().toBuffer(), 'photo.png'),
  })
  await addFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, file)
  const before = await stored()
  expect(before).toHaveLength(3)
  const orphan = 'a'.repeat(32)
  for (const name of [orphan, `${orphan}-480`, `${before[0]}.part`, 'notes of the operator.txt'])
    await writeFile(join(riverbank.uploads, name), 'x')
  expect(await removeOrphanFiles(riverbank.db, riverbank.uploads)).toBe(0)
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  for (const name of await stored()) await utimes(join(riverbank.uploads, name), twoHoursAgo, twoHoursAgo)
  expect(await removeOrphanFiles(riverbank.db, riverbank.uploads)).toBe(3)
  expect(await stored()).toEqual([...before, 'notes of the operator.txt'].sort())
})

test('the sweep removes nothing if the database has no files: it may be lost, or not restored yet', async () => {
  await mkdir(riverbank.uploads)
  await writeFile(join(riverbank.uploads, 'a'.repeat(32)), 'x')
  expect(await removeOrphanFiles(riverbank.db, riverbank.uploads)).toBe(0)
  expect(await readFile(join(riverbank.uploads, 'a'.repeat(32)), 'utf8')).toBe('x')
})
