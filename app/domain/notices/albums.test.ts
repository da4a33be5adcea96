import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { withdrawConsent } from '~/domain/consent/consents.server'
import { findConsentPicture } from '~/domain/consent/pictures.server'
import { addFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import { recordConsents } from '~/test/records'
import { type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import { addAlbum, changeAlbum, findAlbum, listAlbums, paginateAlbums, removeAlbum } from './albums.server'
import { addPhoto, addPhotos, findPhoto, listPhotos, loadGallery } from './photos.server'
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

test('a photo for an unknown album is refused, and stores nothing', async ({ db, people, uploads }) => {
  const refused = { kind: 'invalid', errors: { albumId: [expect.any(String)] } }
  await expect(add(99)).rejects.toMatchObject(refused)
  const upload = newFile.parse({ title: 'Trip 1', albumId: '99', file: createUploadedFile(png, 'b.png') })
  await expect(addFile(db, uploads, people.aoife, upload)).rejects.toMatchObject(refused)
  expect(await db.selectFrom('files').select('id').execute()).toEqual([])
  expect(await readdir(uploads).catch(() => [])).toEqual([])
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
