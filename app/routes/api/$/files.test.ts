import { expect, test } from 'vitest'
import { sendApiRequest } from '~/test/api'
import { type Person, shareRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'

const riverbank = shareRiverbank()

const createPaper = (bytes: Buffer = createSamplePdf()) => createUploadedFile(bytes, 'paper.pdf')
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

test('a tutor adds an album and its photos, which students list but can’t change', async () => {
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
  expect((await send(`PATCH /api/albums/${album.id}`, 'niamh', { text: 'Mine' })).status).toBe(403)
  expect((await send(`DELETE /api/albums/${album.id}`, 'niamh')).status).toBe(403)
  expect((await send(`DELETE /api/albums/${album.id}`, 'aoife')).status).toBe(204)
  expect((await send(`GET ${photos}`, 'niamh')).status).toBe(404)
  expect((await upload({ title: 'Too late', albumId: String(album.id) }, jpeg)).body.errors).toEqual({
    albumId: ['This album is not there any more.'],
  })
})

test.each([
  ['a short title', { title: 'P' }, { title: ['Title must be at least 2 characters.'] }],
  [
    'one student and all students',
    { title: 'Plan', isShared: 'true', studentId: '2' },
    { studentId: [expect.any(String)] },
  ],
  ['a student whose number is not digits', { title: 'Plan', studentId: '1e0' }, { studentId: [expect.any(String)] }],
  ['an unknown student', { title: 'Plan', studentId: '99' }, { studentId: [expect.any(String)] }],
])('an upload for %s is refused', async (_case, fields, errors) => {
  const answer = await upload(fields)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ message: expect.any(String), errors })
})

test('a photo whose number is taken gets the next one, and a document is not a photo', async () => {
  const png = await createPicture().png().toBuffer()
  const send = (bytes: Buffer) =>
    upload({ title: 'QQI Certificate Photo 7', isShared: 'true', album: 'qqi', description: 'The day' }, bytes)
  expect((await send(png)).body).toMatchObject({ title: 'QQI Certificate Photo 7', description: 'The day' })
  expect((await send(png)).body).toMatchObject({ title: 'QQI Certificate Photo 8' })
  const refused = await send(createSamplePdf())
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    errors: { file: ['Only photos are accepted: JPG, PNG, GIF or WebP. This is a PDF.'] },
  })
})

test('POST /api/timetables returns 201 with the record, and users list only their own', async () => {
  const words = { description: 'Until Christmas', startDate: '2026-09-07', endDate: '2026-12-18' }
  const studentId = riverbank.people.daniel.id
  const answer = await post('/api/timetables', {
    title: 'Daniel’s week',
    ...words,
    studentId: String(studentId),
    file: createPaper(),
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    id: 1,
    title: 'Daniel’s week',
    ...words,
    studentId,
    fileName: 'paper.pdf',
  })
  expect((await post('/api/timetables', { title: 'The term', studentId: '', file: createPaper() })).status).toBe(201)

  expect(await listTitles('/api/timetables', 'aoife')).toEqual(['Daniel’s week', 'The term'])
  expect(await listTitles('/api/portal/timetables', 'daniel')).toEqual(['Daniel’s week', 'The term'])
  expect(await listTitles('/api/portal/timetables', 'niamh')).toEqual(['The term'])
})

test('POST and PATCH set a timetable’s alt text and student', async () => {
  const file = createPaper(await createPicture().png().toBuffer())
  const { body: added } = await post('/api/timetables', { title: 'In pictures', alt: 'Monday: art.', file })
  expect(added).toMatchObject({ description: null, alt: 'Monday: art.' })
  const changed = await change(`/api/timetables/${added.id}`, { alt: 'Monday: choir.' })
  expect(changed.body).toEqual({ ...added, alt: 'Monday: choir.', version: 2 })
  await change('/api/timetables/1', { studentId: riverbank.people.niamh.id })
  expect(await listTitles('/api/portal/timetables', 'daniel')).toEqual(['In pictures', 'The term'])
  expect((await change('/api/timetables/1', { title: ' ' })).status).toBe(400)
})

test('POST /api/qqi-images adds a photo, and GET lists it for logged-in users', async () => {
  const form = { alt: 'Everybody claps', file: createPaper(await createPicture().png().toBuffer()) }
  const { status, body } = await post('/api/qqi-images', form)
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      title: 'QQI Certificate Photo 9',
      url: `/files/${body.id}`,
      uploadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      description: 'Photo from QQI certificates presentation ceremony',
      alt: 'Everybody claps',
    },
  ])
  expect((await sendApiRequest(riverbank, 'GET /api/qqi-images', { as: 'daniel' })).body).toContainEqual(body)
})
