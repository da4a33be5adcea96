import { beforeEach, expect, test } from 'vitest'
import { type ApiRequest, sendApiRequest } from '~/test/api'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createSampleDocument, createUploadedFile } from '~/test/samples'
import { subscribe } from '~/test/subscribers'

const june = { title: 'June', content: 'It was a\nbusy month.' }
const riverbank = setUpFreshRiverbank()
beforeEach(async () => void (await subscribe(riverbank.db, 'grace')))

const sendAsTutor = (what: string, sent: ApiRequest = {}) => sendApiRequest(riverbank, what, { as: 'aoife', ...sent })
const add = async () => (await sendAsTutor('POST /api/newsletters', { json: june })).body as { id: number }
const send = (id: number, json: object = { status: 'sent' }) =>
  sendAsTutor(`PATCH /api/newsletters/${id}/status`, { json })

function upload(fields: Record<string, string> = {}, bytes: Buffer | null = createSampleDocument()) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (bytes) form.set('file', createUploadedFile(bytes, 'menu.doc'))
  return form
}

test('PATCH /api/newsletters/:id/status accepts an audience, and only the status sent', async () => {
  const { id } = await add()
  expect(await send(id, { status: 'sent', audience: 'guardians' })).toMatchObject({ status: 409 })
  expect(await send(id, { status: 'draft' })).toMatchObject({
    status: 400,
    body: { errors: { status: ['The status can only be set to sent.'] } },
  })
  expect((await send(id, { status: 'sent', audience: 'students' })).status).toBe(400)
  expect((await send(id, {})).status).toBe(400)
  expect((await send(99)).status).toBe(404)
  expect((await sendAsTutor(`GET /api/newsletters/${id}`)).body).toMatchObject({ status: 'draft' })
  expect(await send(id)).toMatchObject({ status: 200, body: { id, ...june, status: 'sent', audience: 'all' } })
  expect(await send(id)).toMatchObject({ status: 409, body: { message: 'This newsletter is already being sent.' } })
})

test('POST /api/newsletters/:id/attachments returns 201 with the attachment', async () => {
  const { id } = await add()
  const path = `/api/newsletters/${id}/attachments`
  const { status, body } = await sendAsTutor(`POST ${path}`, {
    form: upload({ title: 'Menu', description: 'For Friday' }),
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    id: expect.any(Number),
    title: 'Menu',
    description: 'For Friday',
    fileName: 'menu.doc',
    fileSize: '2 kB',
    fileType: 'application/msword',
    filePath: expect.stringMatching(/^\/files\/newsletter\//),
  })
  expect((await sendAsTutor(`GET /api/newsletters/${id}`)).body.attachments).toEqual([{ ...body, note: undefined }])
  expect((await sendAsTutor('POST /api/newsletters/99/attachments', { form: upload() })).status).toBe(404)
})
