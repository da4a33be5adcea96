import { afterEach, beforeEach, expect, test } from 'vitest'
import { changing } from '~/http/handler.server'
import { answerOf, freshRiverbank, type Handlers, type Person, type TestRiverbank } from '~/test/riverbank'
import { pdf } from '~/test/samples'
import * as one from '../newsletters.$id/route'
import * as attachments from '../newsletters.$id.attachments/route'
import * as status from '../newsletters.$id.status/route'
import * as all from './route'

const june = { title: 'June', content: 'It was a\nbusy month.' }
let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
  const subscriber = { name: null, isGuardian: 0, studentName: null, active: 1, createdAt: '2026-01-01' } as const
  await riverbank.db
    .insertInto('subscribers')
    .values({ ...subscriber, email: 'grace@example.ie', token: 'a' })
    .execute()
})
afterEach(() => riverbank.close())

async function call(
  method: string,
  path: string,
  { as, json, form }: { as?: Person; json?: unknown; form?: FormData } = {},
) {
  const [, id, part] = /^\/api\/newsletters\/([^/]+)\/?(.*)$/.exec(path) ?? []
  const request = await riverbank.request(path, {
    as,
    method,
    ...(json === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
    ...(form ? { body: form } : {}),
  })
  const { loader, action }: Handlers =
    part === 'status' ? status : part === 'attachments' ? attachments : id ? one : all
  const args = { request, params: { id }, context: riverbank.context }
  const answer = await answerOf(() => (method === 'GET' ? loader : action && changing(action))?.(args))
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
}

const tutor = (method: string, path: string, more: { json?: unknown; form?: FormData } = {}) =>
  call(method, path, { as: 'aoife', ...more })
const add = async () => (await tutor('POST', '/api/newsletters', { json: june })).body as { id: number }
const send = (id: number, json: object = { status: 'sent' }) =>
  tutor('PATCH', `/api/newsletters/${id}/status`, { json })

function upload(fields: Record<string, string> = {}, bytes: Buffer | null = pdf()) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (bytes) form.set('file', new File([new Uint8Array(bytes)], 'menu.pdf'))
  return form
}

test('POST /api/newsletters answers 201 with a draft, which GET lists and shows', async () => {
  const { status, body } = await tutor('POST', '/api/newsletters', { json: june })
  expect(status).toBe(201)
  expect(body).toMatchObject({ id: expect.any(Number), ...june, status: 'draft', attachments: [] })
  expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt)
  expect((await tutor('GET', '/api/newsletters')).body).toEqual([body])
  expect((await tutor('GET', `/api/newsletters/${body.id}`)).body).toEqual(body)
  expect((await tutor('GET', '/api/newsletters/99')).status).toBe(404)
})

test('POST /api/newsletters refuses by field', async () => {
  expect(await tutor('POST', '/api/newsletters', { json: { title: 'Ju', content: null } })).toMatchObject({
    status: 400,
    body: {
      errors: {
        title: ['Title must be at least 3 characters'],
        content: ['Content must be at least 10 characters'],
      },
    },
  })
})

test('PATCH /api/newsletters/:id changes what it names; another id is 400, an old version 409', async () => {
  const { id } = await add()
  const path = `/api/newsletters/${id}`
  expect(await tutor('PATCH', path, { json: { id, title: 'July' } })).toMatchObject({
    status: 200,
    body: { ...june, title: 'July', version: 2 },
  })
  expect((await tutor('PATCH', path, { json: { id: id + 1 } })).status).toBe(400)
  expect(await tutor('PATCH', path, { json: { title: 'Mine', version: 1 } })).toEqual({
    status: 409,
    body: {
      message: 'Aoife Brennan has changed this since you opened it.',
      now: (await tutor('GET', path)).body,
    },
  })
  expect((await tutor('PATCH', '/api/newsletters/99', { json: june })).status).toBe(404)
})

test('PATCH /api/newsletters/:id/status sends it to everyone, and 409 a second time', async () => {
  const { id } = await add()
  expect(await send(id)).toMatchObject({ status: 200, body: { id, ...june, status: 'sent', audience: 'all' } })
  expect(await send(id)).toEqual({ status: 409, body: { message: 'This newsletter has already been sent.' } })
  expect(await riverbank.db.selectFrom('deliveries').select('email').execute()).toEqual([{ email: 'grace@example.ie' }])
})

test('PATCH /api/newsletters/:id/status takes an audience, and no other status than sent', async () => {
  const { id } = await add()
  expect(await send(id, { status: 'sent', audience: 'guardians' })).toMatchObject({ status: 409 })
  expect(await send(id, { status: 'draft' })).toMatchObject({
    status: 400,
    body: { errors: { status: ['The status can only be set to sent.'] } },
  })
  expect((await send(id, { status: 'sent', audience: 'students' })).status).toBe(400)
  expect((await send(id, {})).status).toBe(400)
  expect((await send(99)).status).toBe(404)
  expect((await tutor('GET', `/api/newsletters/${id}`)).body).toMatchObject({ status: 'draft' })
})

test('a sent newsletter answers 409 to every change', async () => {
  const { id } = await add()
  await send(id)
  const path = `/api/newsletters/${id}`
  expect((await tutor('PATCH', path, { json: { title: 'July' } })).status).toBe(409)
  expect((await tutor('DELETE', path)).status).toBe(409)
  expect((await tutor('POST', `${path}/attachments`, { form: upload() })).status).toBe(409)
})

test('DELETE /api/newsletters/:id answers 204, then 404', async () => {
  const { id } = await add()
  expect(await tutor('DELETE', `/api/newsletters/${id}`)).toEqual({ status: 204, body: null })
  expect((await tutor('DELETE', `/api/newsletters/${id}`)).status).toBe(404)
})

test('POST /api/newsletters/:id/attachments answers 201 with the attachment', async () => {
  const { id } = await add()
  const path = `/api/newsletters/${id}/attachments`
  const { status, body } = await tutor('POST', path, { form: upload({ title: 'Menu', description: 'For Friday' }) })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    id: expect.any(Number),
    title: 'Menu',
    description: 'For Friday',
    fileName: 'menu.pdf',
    fileSize: '1 kB',
    fileType: 'application/pdf',
    filePath: expect.stringMatching(/^\/files\/newsletter\//),
  })
  expect((await tutor('GET', `/api/newsletters/${id}`)).body.attachments).toEqual([body])
  expect((await tutor('POST', '/api/newsletters/99/attachments', { form: upload() })).status).toBe(404)
})

test('POST /api/newsletters/:id/attachments refuses a missing file and bytes of other kinds', async () => {
  const { id } = await add()
  const path = `/api/newsletters/${id}/attachments`
  expect(await tutor('POST', path, { form: upload({ title: 'Menu' }, null) })).toMatchObject({
    status: 400,
    body: { errors: { file: ['Please upload a file.'] } },
  })
  expect(await tutor('POST', path, { form: upload({}, Buffer.from('MZ\0\0')) })).toMatchObject({
    status: 400,
    body: { errors: { file: ['Only images, PDF, Word documents and text files are accepted.'] } },
  })
  expect(await tutor('POST', path, { form: upload({}, Buffer.alloc(5 * 1024 * 1024 + 1)) })).toMatchObject({
    status: 400,
    body: { errors: { file: ['File size must be less than 5MB.'] } },
  })
  expect((await tutor('POST', path, { json: {} })).status).toBe(415)
})
