import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { addFile } from '~/domain/files/files.server'
import { paginateDocuments } from '~/domain/files/lists.server'
import { newFile } from '~/domain/files/schema'
import { type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { addPhoto, addPhotos, changePhoto, listPhotos, removePhoto, toQqiImage } from './photos.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const png = await createPicture(60, 40).png().toBuffer()

const add = (name: string, bytes = png) =>
  addPhoto(riverbank.db, riverbank.uploads, aoife, { file: createUploadedFile(bytes, name) })
const titles = async (as: Person) =>
  (await listPhotos(riverbank.db, riverbank.people[as], null)).items.map(({ title }) => title)

test('a photo gets its title and description, and is for everyone, only in the gallery', async () => {
  expect(await add('a.png')).toMatchObject({
    title: 'QQI Certificate Photo 1',
    description: 'Photo from QQI certificates presentation ceremony',
    isShared: true,
    width: 60,
    height: 40,
  })
  for (const name of ['aoife', 'daniel'] as const) expect(await titles(name)).toEqual(['QQI Certificate Photo 1'])
  expect((await paginateDocuments(riverbank.db, riverbank.people.daniel, 'shared', 1)).items).toEqual([])
  expect(await listActivity(riverbank.db, aoife)).toMatchObject([
    { action: 'added', noun: 'photo', title: 'QQI Certificate Photo 1' },
    ...Array(3).fill({ noun: 'account' }),
  ])
})

test('numbers continue from existing photos, even after some are removed', async ({ db, uploads, people }) => {
  const file = createUploadedFile(png, 'a.png')
  const upload = (fields: object) => addFile(db, uploads, people.aoife, newFile.parse({ ...fields, file }))
  await upload({ isShared: 'true', title: 'QQI Certificate Photo 9' })
  await upload({ album: 'qqi', title: 'The hall' })
  const { id } = await add('ten.png')
  await add('eleven.png')
  await removePhoto(db, uploads, people.aoife, id)
  await add('twelve.png')
  expect(await titles('niamh')).toEqual([
    'QQI Certificate Photo 9',
    'The hall',
    'QQI Certificate Photo 11',
    'QQI Certificate Photo 12',
  ])
})

test('simultaneous uploads never get the same number', async () => {
  const names = ['a.png', 'b.png', 'c.png']
  const { db, uploads, people } = riverbank
  const files = names.map((name) => createUploadedFile(png, name))
  const both = [1, 2].map(() => addPhotos(db, uploads, people.aoife, files))
  expect(await Promise.all(both)).toEqual(Array(2).fill({ added: names, failure: null }))
  expect((await titles('aoife')).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `QQI Certificate Photo ${n}`))
})

test.each([
  ['a document', 'plan.pdf', createSamplePdf(), 'Only photos are accepted: JPG, PNG, GIF or WebP. This is a PDF.'],
  ['a large one', 'large.png', Buffer.alloc(5 * 1024 * 1024 + 1), 'File size must be less than 5MB.'],
])('the first that fails, %s, ends the upload; those before it stay', async (_, name, bytes, reason) => {
  const { db, uploads, people } = riverbank
  const [first, second, last] = ['a.png', 'b.png', 'c.png'].map((one) => createUploadedFile(png, one)) as [
    File,
    File,
    File,
  ]
  const files = [first, second, createUploadedFile(bytes, name), last]
  expect(await addPhotos(db, uploads, people.aoife, files)).toEqual({
    added: ['a.png', 'b.png'],
    failure: { fileName: name, refused: expect.objectContaining({ kind: 'invalid', message: reason }) },
  })
  expect(await titles('daniel')).toEqual(['QQI Certificate Photo 1', 'QQI Certificate Photo 2'])
  expect(await readdir(uploads)).toHaveLength(2)
})

test('alt text is given with the photo, or later', async ({ db, uploads, people }) => {
  const file = createUploadedFile(png, 'a.png')
  const reported = await addPhoto(db, uploads, people.aoife, { file, alt: 'Everybody claps' })
  expect(toQqiImage(reported)).toMatchObject({ alt: 'Everybody claps' })
  const { id, alt, version, ...rest } = await add('b.png')
  expect(alt).toBeNull()
  const changed = await changePhoto(db, people.aoife, id, { version, patch: { alt: ' Two friends ' } })
  expect(changed).toEqual({ id, ...rest, alt: 'Two friends', version: 2 })
  expect((await listActivity(db, aoife))[0]).toMatchObject({ action: 'changed', noun: 'photo', title: rest.title })
})
