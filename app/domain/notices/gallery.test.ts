import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { withdrawConsent } from '~/domain/consent/consents.server'
import { findConsentPicture } from '~/domain/consent/pictures.server'
import { addFile } from '~/domain/files/files.server'
import { paginateDocuments } from '~/domain/files/lists.server'
import { newFile } from '~/domain/files/schema'
import { recordConsents } from '~/test/records'
import { type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { addAlbum, changeAlbum, findAlbum, listAlbums, paginateAlbums, removeAlbum } from './albums.server'
import {
  addPhoto,
  addPhotos,
  changePhoto,
  findPhoto,
  listPhotos,
  loadGallery,
  removePhoto,
  toQqiImage,
} from './photos.server'
import { photoNoticeWords } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const png = await createPicture(60, 40).png().toBuffer()

const words = { title: 'Summer trip', text: 'Our day at the sea.', isHiddenWhenEmpty: false }
const createAlbum = (fields: Partial<typeof words> = {}) =>
  addAlbum(riverbank.db, aoife, photoNoticeWords.parse({ ...words, ...fields }))
function add(albumId: number | null, inPicture: number[] = [], bytes = png) {
  const { db, uploads, people } = riverbank
  return addPhoto(db, uploads, people.aoife, { file: createUploadedFile(bytes, 'a.png'), inPicture }, albumId)
}
const listTitles = async (as: Person, albumId: number | null) =>
  (await listPhotos(riverbank.db, riverbank.people[as], albumId)).items.map(({ title }) => title)
const listAlbumTitles = async (as: Person) =>
  (await listAlbums(riverbank.db, riverbank.people[as])).map(({ title }) => title)

test('two albums never have the same title, and there are at most 30', async () => {
  await createAlbum()
  const taken = { kind: 'invalid', errors: { title: [expect.stringContaining('already an album')] } }
  await expect(createAlbum({ title: 'SUMMER  trip' })).rejects.toMatchObject(taken)
  for (let number = 2; number <= 30; number++) await createAlbum({ title: `Album ${number}` })
  await expect(createAlbum({ title: 'One more' })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await listAlbumTitles('daniel')).toHaveLength(30)
  const { items } = await paginateAlbums(riverbank.db, riverbank.people.daniel, 2)
  expect(items.map(({ title }) => title)).toEqual([25, 24, 23, 22, 21].map((number) => `Album ${number}`))
})

test('each gallery has its own photos and numbers', async ({ db, people, uploads }) => {
  const trip = await createAlbum()
  const concert = await createAlbum({ title: 'Concert' })
  await add(null)
  await add(trip.id)
  const { id } = await add(trip.id)
  await add(concert.id)
  const numbered = { title: 'Summer trip 2', isShared: 'true', albumId: String(trip.id) }
  const uploaded = newFile.parse({ ...numbered, file: createUploadedFile(png, 'b.png') })
  expect(await addFile(db, uploads, people.aoife, uploaded)).toMatchObject({ title: 'Summer trip 3', isShared: true })
  expect(await listTitles('daniel', null)).toEqual(['QQI Certificate Photo 1'])
  expect(await listTitles('daniel', trip.id)).toEqual(['Summer trip 1', 'Summer trip 2', 'Summer trip 3'])
  expect(await listTitles('aoife', concert.id)).toEqual(['Concert 1'])
  expect(await findPhoto(db, people.daniel, id)).toMatchObject({ albumId: trip.id, description: null })
  expect(await findConsentPicture(db, aoife, 'file', id)).toMatchObject({ where: 'In the album ‘Summer trip’' })
  const page = await paginateAlbums(db, people.daniel, 1)
  expect(page.items).toMatchObject([
    { title: 'Concert', photos: 1, cover: { title: 'Concert 1' } },
    { title: 'Summer trip', photos: 3, cover: { title: 'Summer trip 1' } },
  ])
  await changeAlbum(db, people.aoife, trip.id, { patch: { title: 'Howth 🏖' } })
  for (const number of [1, 2]) expect(await add(trip.id)).toMatchObject({ title: `Howth 🏖 ${number}` })
  expect((await loadGallery(db, people.aoife, { ...trip, title: 'Howth 🏖' }, 1)).next).toBe(3)
})

test('deleting an album deletes its photos and their bytes, and no others', async ({ db, people, uploads }) => {
  const { id } = await createAlbum()
  const kept = await add(null)
  const before = await readdir(uploads)
  await addPhotos(
    db,
    uploads,
    people.aoife,
    [createUploadedFile(png, 'a.png'), createUploadedFile(png, 'b.png')],
    {},
    id,
  )
  expect(await removeAlbum(db, uploads, people.aoife, id)).toMatchObject({ id, title: 'Summer trip' })
  expect(await db.selectFrom('files').select('id').execute()).toEqual([{ id: kept.id }])
  expect((await readdir(uploads)).sort()).toEqual(before.sort())
  expect((await listActivity(db, aoife))[0]).toMatchObject({ action: 'deleted', noun: 'album', title: 'Summer trip' })
  await expect(removeAlbum(db, uploads, people.aoife, id)).rejects.toMatchObject({ kind: 'notFound' })
  expect(await listTitles('daniel', null)).toEqual([kept.title])
})

test('a student does not see an album that is hidden while it has no photos for them', async ({ db, people }) => {
  const { daniel, niamh } = people
  const { id } = await createAlbum({ isHiddenWhenEmpty: true })
  await createAlbum({ title: 'Concert' })
  expect(await listAlbumTitles('niamh')).toEqual(['Concert'])
  expect(await findAlbum(db, niamh, id)).toBeNull()
  expect(await listAlbumTitles('aoife')).toEqual(['Concert', 'Summer trip'])
  await recordConsents(riverbank, daniel.id, { gallery: 'yes' })
  await add(id, [daniel.id])
  expect(await findAlbum(db, niamh, id)).toMatchObject({ photos: 1 })
  expect(await listTitles('niamh', id)).toEqual(['Summer trip 1'])
  await withdrawConsent(db, daniel, daniel.id, 'gallery')
  expect(await listTitles('niamh', id)).toEqual([])
  expect(await findAlbum(db, niamh, id)).toBeNull()
  expect((await paginateAlbums(db, niamh, 1)).items.map(({ cover }) => cover)).toEqual([undefined])
  expect(await findAlbum(db, people.aoife, id)).toMatchObject({ photos: 1 })
  const countHidden = async (as: Person) =>
    (await paginateAlbums(db, people[as], 1)).items.map(({ title, hidden }) => `${title} ${hidden}`)
  expect(await countHidden('aoife')).toEqual(['Concert 0', 'Summer trip 1'])
  expect(await countHidden('daniel')).toEqual(['Concert 0'])
  // A hidden photo does not stand for the album, for tutors neither.
  const covers = async () => (await paginateAlbums(db, people.aoife, 1)).items.map(({ cover }) => cover?.title)
  expect(await covers()).toEqual([undefined, undefined])
  await add(id, [], await createPicture(61, 40).png().toBuffer())
  expect(await covers()).toEqual([undefined, 'Summer trip 2'])
})

const addToGallery = (name: string, bytes = png) =>
  addPhoto(riverbank.db, riverbank.uploads, aoife, { file: createUploadedFile(bytes, name) })
const titles = async (as: Person) =>
  (await listPhotos(riverbank.db, riverbank.people[as], null)).items.map(({ title }) => title)

test('a photo gets its title and description, and is for everyone, only in the gallery', async () => {
  expect(await addToGallery('a.png')).toMatchObject({
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
  const { id } = await addToGallery('ten.png')
  await addToGallery('eleven.png')
  await removePhoto(db, uploads, people.aoife, id)
  await addToGallery('twelve.png')
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
  const { id, alt, version, ...rest } = await addToGallery('b.png')
  expect(alt).toBeNull()
  const changed = await changePhoto(db, people.aoife, id, { version, patch: { alt: ' Two friends ' } })
  expect(changed).toEqual({ id, ...rest, alt: 'Two friends', version: 2 })
  expect((await listActivity(db, aoife))[0]).toMatchObject({ action: 'changed', noun: 'photo', title: rest.title })
})
