import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { exportPerson } from '~/domain/accounts/personal-data.server'
import { addAttachments, removeAttachment } from '~/domain/newsletters/attachments.server'
import { addNewsletter, copyNewsletter } from '~/domain/newsletters/newsletters.server'
import { newAttachments } from '~/domain/newsletters/schema'
import { addTimetable, changeTimetable } from '~/domain/timetables/timetables.server'
import { composeNewsletter } from '~/mail/compose.server'
import { addSampleFile } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSampleDocument, createUploadedFile } from '~/test/samples'
import type { Database } from '~db/schema'
import { openFile } from './file-views.server'
import { removeFile } from './files.server'
import { discard, openRow, openStored, removeOrphanFiles, storeFile } from './store.server'

const riverbank = setUpFreshRiverbank()

const stored = () => readdir(riverbank.uploads).catch(() => [])
const content = { bytes: createSampleDocument(), small: [{ width: 480 as const, bytes: Buffer.from('small') }] }

test('a stored file can be opened, in full or small, and removed', async () => {
  const key = await storeFile(riverbank.db, riverbank.uploads, content, async (storageKey) => storageKey)
  for (const [width, bytes] of [
    [undefined, createSampleDocument()],
    [480, Buffer.from('small')],
    [960, createSampleDocument()],
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
    kind: 'notFound',
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
  await expect(addSampleFile(riverbank, { title: 'Plan' })).rejects.toThrow()
  expect(await riverbank.db.selectFrom('files').selectAll().execute()).toEqual([])
})

test('the sweep removes only leftovers of a crash', async () => {
  const file = createUploadedFile(await createPicture(1000, 500).png().toBuffer(), 'photo.png')
  await addSampleFile(riverbank, { title: 'Photo', file })
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

const photo = createUploadedFile(await createPicture().png().toBuffer(), 'photo.png')

/** A database for one reader. Runs `action`, as another person, once the reader's queries have found `files` stored files. */
function actAfterQuery(action: () => Promise<unknown>, files = 1): Database {
  let isDone = false
  return riverbank.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone && result.rows.filter((row) => 'storageKey' in row).length === files) {
        isDone = true
        await action()
      }
      return result
    },
  })
}

const document = (title: string) => addSampleFile(riverbank, { title, studentId: riverbank.people.daniel.id })

/** A draft with two pictures, which `remove` deletes one by one. */
async function draftWithPictures() {
  const { db, uploads, people } = riverbank
  const { id } = await addNewsletter(db, people.aoife, { title: 'June', content: 'The choir sang.' })
  const attached = await addAttachments(db, uploads, people.aoife, id, newAttachments.parse({ file: [photo, photo] }))
  const remove = (index: number) => removeAttachment(db, uploads, people.aoife, id, attached[index]!.id)
  return { id, remove }
}

test('a document that is deleted just as another person opens it is not found', async ({ db, uploads, people }) => {
  const { id } = await document('Report')
  const deleted = actAfterQuery(() => removeFile(db, uploads, people.aoife, id))
  expect(await openFile(deleted, uploads, people.aoife, id)).toBeNull()
})

test('a timetable whose file is replaced just as it is opened opens the new file', async ({ db, uploads, people }) => {
  const words = { title: 'Week', description: null, alt: null, startDate: null, endDate: null, studentId: null }
  const { id } = await addTimetable(db, uploads, people.aoife, {
    ...words,
    file: createUploadedFile(createSampleDocument('old'), 'old.doc'),
  })
  const { id: fileId } = await db.selectFrom('files').select('id').executeTakeFirstOrThrow()
  const replaced = actAfterQuery(() =>
    changeTimetable(
      db,
      uploads,
      people.aoife,
      id,
      { patch: { title: 'New week' } },
      createUploadedFile(createSampleDocument('new'), 'new.doc'),
    ),
  )
  const opened = await openFile(replaced, uploads, people.daniel, fileId)
  expect(opened?.file).toMatchObject({ title: 'New week', fileName: 'new.doc' })
  expect(await opened?.handle.readFile()).toEqual(createSampleDocument('new'))
  await opened?.handle.close()
})

test('without a file deleted meanwhile: the copy of a newsletter', async ({ uploads, people }) => {
  const { id, remove } = await draftWithPictures()
  const deleted = actAfterQuery(() => remove(0))
  const copy = await copyNewsletter(deleted, uploads, people.aoife, id)
  expect(copy.attachments.map(({ picture }) => picture)).toEqual([2])
})

test('without a file deleted meanwhile: a newsletter’s mail', async ({ uploads, settings }) => {
  const { id, remove } = await draftWithPictures()
  const site = { origin: 'https://riverbank.example', centre: settings.centre }
  const deleted = actAfterQuery(() => remove(1), 2)
  const mail = await composeNewsletter(deleted, id, 'https://riverbank.example/u', site, { uploads })
  expect(mail?.pictures).toHaveLength(1)
})

test('without a file deleted meanwhile: a person’s data', async ({ db, uploads, people }) => {
  const [first, second] = [await document('Report'), await document('Letter')]
  const deleted = actAfterQuery(() => removeFile(db, uploads, people.aoife, first.id))
  const zip = await exportPerson(deleted, uploads, people.aoife, people.daniel.id)
  const names = []
  for await (const { fileName } of (await fromBufferPromise(await buffer(zip))).eachEntry()) names.push(fileName)
  expect(names).toEqual(['person.json', `files/${second.id}-Letter.doc`])
})
