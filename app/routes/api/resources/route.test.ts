import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerOf, freshRiverbank, type Handlers, type Person, type TestRiverbank } from '~/test/riverbank'
import * as one from '../resources.$id/route'
import * as forFamilies from '../resources.public/route'
import * as all from './route'

const respite = {
  title: 'Respite',
  description: 'A break for carers.',
  content: '<p>Ring us.</p>',
  category: 'support',
  isPublic: true,
}
let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function call(method: string, path: string, { as, json }: { as?: Person; json?: unknown } = {}) {
  const [, id] = /^\/api\/resources\/(.+)$/.exec(path) ?? []
  const request = await riverbank.request(path, {
    as,
    method,
    ...(json === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
  })
  const { loader, action }: Handlers = id === 'public' ? forFamilies : id ? one : all
  const args = { request, params: { id }, context: riverbank.context }
  const answer = await answerOf(() => (method === 'GET' ? loader : action)?.(args))
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
}

const add = async (fields: object = {}) =>
  (await call('POST', '/api/resources', { as: 'aoife', json: { ...respite, ...fields } })).body as { id: number }

test('POST /api/resources answers 201 with the whole record, public unless it says otherwise', async () => {
  const { isPublic: _, ...rest } = respite
  const { status, body } = await call('POST', '/api/resources', { as: 'aoife', json: rest })
  expect(status).toBe(201)
  expect(body).toMatchObject({ id: expect.any(Number), ...respite })
  expect((await call('GET', '/api/resources', { as: 'aoife' })).body).toEqual([body])
})

test('POST /api/resources refuses by field', async () => {
  const { status, body } = await call('POST', '/api/resources', { as: 'aoife', json: { isPublic: 'maybe' } })
  expect(status).toBe(400)
  expect(body.errors).toMatchObject({
    title: ['Title is required'],
    content: ['Content is required'],
    category: ['Category is required'],
  })
})

test('GET /api/resources/public answers everyone with what families may see', async () => {
  const shown = await add()
  await add({ title: 'Draft', isPublic: false })
  expect(await call('GET', '/api/resources/public')).toEqual({ status: 200, body: [shown] })
})

test('PATCH /api/resources/:id changes what it names and keeps the rest', async () => {
  const { id } = await add()
  const { status, body } = await call('PATCH', `/api/resources/${id}`, {
    as: 'aoife',
    json: { id, isPublic: false, description: null },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...respite, id, isPublic: false, description: null })
  expect((await call('GET', '/api/resources/public')).body).toEqual([])
})

test('PATCH /api/resources/:id refuses another id, and 409 a version that is not the newest', async () => {
  const { id } = await add()
  const other = await call('PATCH', `/api/resources/${id}`, { as: 'aoife', json: { id: id + 1 } })
  expect(other).toMatchObject({ status: 400, body: { errors: { id: ['The id must match the one in the address.'] } } })
  expect(
    (await call('PATCH', `/api/resources/${id}`, { as: 'aoife', json: { title: 'One', version: 1 } })).status,
  ).toBe(200)
  expect(await call('PATCH', `/api/resources/${id}`, { as: 'aoife', json: { title: 'Two', version: 1 } })).toEqual({
    status: 409,
    body: {
      message: 'Aoife Brennan has changed this since you opened it.',
      now: expect.objectContaining({ title: 'One', version: 2 }),
    },
  })
})

test('DELETE /api/resources/:id answers 204, then 404', async () => {
  const { id } = await add()
  expect(await call('DELETE', `/api/resources/${id}`, { as: 'aoife' })).toEqual({ status: 204, body: null })
  expect((await call('DELETE', `/api/resources/${id}`, { as: 'aoife' })).status).toBe(404)
  expect((await call('PATCH', `/api/resources/${id}`, { as: 'aoife', json: respite })).status).toBe(404)
})
