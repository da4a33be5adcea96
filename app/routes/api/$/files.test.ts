import { expect, test } from 'vitest'
import { sendApiRequest } from '~/test/api'
import { type Person, shareRiverbank } from '~/test/riverbank'
import { createPicture, createSampleDocument, createUploadedFile } from '~/test/samples'

const riverbank = shareRiverbank()

const createPaper = (bytes: Buffer = createSampleDocument()) => createUploadedFile(bytes, 'paper.doc')
const post = (path: string, form: FormData | Record<string, string | File>) =>
  sendApiRequest(riverbank, `POST ${path}`, { as: 'aoife', form })
const upload = (fields: Record<string, string>, bytes?: Buffer) =>
  post('/api/files/upload', { ...fields, file: createPaper(bytes) })
const change = (path: string, json: object) => sendApiRequest(riverbank, `PATCH ${path}`, { as: 'aoife', json })
const listTitles = async (path: string, as: Person) =>
  (await sendApiRequest(riverbank, `GET ${path}`, { as })).body.map(({ title }: { title: string }) => title)

test('studentId and isShared decide who an upload is for, and users list only their own', async () => {
  const { daniel } = riverbank.people
  const ownFile = await upload({ title: 'Plan', isShared: 'false', studentId: String(daniel.id) })
  expect(ownFile.status).toBe(201)
  expect(ownFile.body).toMatchObject({ title: 'Plan', isShared: false, studentName: 'Daniel Okafor' })
  expect((await upload({ title: 'Songs', isShared: 'true' })).body).toMatchObject({ isShared: true })
  await upload({ title: 'Rota' })
  expect(await listTitles('/api/files', 'aoife')).toEqual(['Rota', 'Songs', 'Plan'])
  expect(await listTitles('/api/portal/files', 'daniel')).toEqual(['Songs', 'Plan'])
  expect(await listTitles('/api/portal/files', 'niamh')).toEqual(['Songs'])
})

test('an image with the gallery’s title or album is a photo and stays out of the lists', async () => {
  const jpeg = await createPicture().jpeg().toBuffer()
  await upload({ title: 'QQI Certificate Photo 1', isShared: 'true' }, jpeg)
  await upload({ title: 'The hall', album: 'qqi' }, jpeg)
  expect(await listTitles('/api/qqi-images', 'niamh')).toEqual(['QQI Certificate Photo 1', 'The hall'])
  expect(await listTitles('/api/portal/files', 'niamh')).toEqual(['Songs'])
})

test('a tutor adds an album and its photos, which students list until it is deleted', async () => {
  const send = (what: string, as: Person, json?: object) => sendApiRequest(riverbank, what, { as, json })
  const words = { title: 'Summer trip', text: 'Our day at the sea.' }
  const { status, body: album } = await send('POST /api/albums', 'aoife', words)
  expect(status).toBe(201)
  expect(album).toMatchObject({ ...words, isHiddenWhenEmpty: false, version: 1 })
  const jpeg = await createPicture().jpeg().toBuffer()
  const photo = await upload({ title: 'On the beach', albumId: String(album.id) }, jpeg)
  expect(photo).toMatchObject({ status: 201, body: { title: 'On the beach', isShared: true } })
  const photos = `/api/albums/${album.id}/photos`
  expect(await listTitles('/api/albums', 'niamh')).toEqual(['Summer trip'])
  expect(await listTitles(photos, 'niamh')).toEqual(['On the beach'])
  expect(await listTitles('/api/qqi-images', 'niamh')).not.toContain('On the beach')
  expect(await listTitles('/api/portal/files', 'niamh')).not.toContain('On the beach')
  expect((await send(`DELETE /api/albums/${album.id}`, 'aoife')).status).toBe(204)
  expect((await send(`GET ${photos}`, 'niamh')).status).toBe(404)
  expect((await upload({ title: 'Too late', albumId: String(album.id) }, jpeg)).body.errors).toEqual({
    albumId: ['This album is not there any more.'],
  })
})

test('POST and PATCH set a timetable’s alt text and student, and users list only their own', async () => {
  const { daniel, niamh } = riverbank.people
  const file = createPaper(await createPicture().png().toBuffer())
  const { body: week } = await post('/api/timetables', {
    title: 'Week',
    alt: 'Art.',
    studentId: String(daniel.id),
    file,
  })
  expect(week).toMatchObject({ title: 'Week', alt: 'Art.', studentId: daniel.id })
  expect((await post('/api/timetables', { title: 'The term', studentId: '', file: createPaper() })).status).toBe(201)
  expect(await listTitles('/api/timetables', 'aoife')).toEqual(['The term', 'Week'])
  expect(await listTitles('/api/portal/timetables', 'niamh')).toEqual(['The term'])
  const changed = await change(`/api/timetables/${week.id}`, { alt: 'Choir.', studentId: niamh.id })
  expect(changed.body).toMatchObject({ title: 'Week', alt: 'Choir.', studentId: niamh.id, version: 2 })
  expect(await listTitles('/api/portal/timetables', 'daniel')).toEqual(['The term'])
})
