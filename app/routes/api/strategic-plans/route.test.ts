import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerOf, freshRiverbank, type Handlers, type Person, type TestRiverbank } from '~/test/riverbank'
import * as one from '../strategic-plans.$id/route'
import * as active from '../strategic-plans.active/route'
import * as all from './route'

const PATH = '/api/strategic-plans'
const handlers = {
  title: 'Open handlers',
  description: 'Four years.',
  content: '<h3>Goals</h3><p>One</p>',
  documentUrl: 'https://riverbank.example/plan.pdf',
  startYear: 2025,
  endYear: 2028,
  isActive: true,
}
let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function call(method: string, path: string, { as, json }: { as?: Person; json?: unknown } = {}) {
  const [, id] = /^\/api\/strategic-plans\/(.+)$/.exec(path) ?? []
  const request = await riverbank.request(path, {
    as,
    method,
    ...(json === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
  })
  const { loader, action }: Handlers = id === 'active' ? active : id ? one : all
  const args = { request, params: { id }, context: riverbank.context }
  const answer = await answerOf(() => (method === 'GET' ? loader : action)?.(args))
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
}

const add = async (fields = {}) =>
  (await call('POST', PATH, { as: 'aoife', json: { ...handlers, ...fields } })).body as { id: number }

test('POST /api/strategic-plans answers a tutor 201 with the whole record, its HTML safe', async () => {
  const json = { ...handlers, content: `${handlers.content}<script>alert(1)</script>` }
  const { status, body } = await call('POST', PATH, { as: 'aoife', json })
  expect([status, body]).toEqual([201, { id: body.id, ...handlers, version: 1 }])
  expect((await call('GET', PATH, { as: 'aoife' })).body).toEqual([body])
})

test('GET /api/strategic-plans/active answers everyone with the active plans', async () => {
  const { id } = await add()
  await add({ title: 'Long ago', isActive: false })
  expect((await call('GET', `${PATH}/active`)).body).toEqual([{ id, ...handlers, version: 1 }])
})

test('POST /api/strategic-plans refuses what the form refuses, by field, and falls back where it does', async () => {
  const json = { startYear: 1999, endYear: 'later', documentUrl: 'javascript:alert(1)' }
  const { status, body } = await call('POST', PATH, { as: 'aoife', json })
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    title: ['Title is required'],
    content: ['Content is required'],
    startYear: ['Start year must be from 2000 to 2100.'],
    documentUrl: ['Please enter a web address that starts with https:// or http://'],
  })
  const year = new Date().getFullYear()
  expect(await add({ startYear: null, endYear: 'later' })).toMatchObject({ startYear: year, endYear: year + 3 })
})

test('PATCH /api/strategic-plans/:id changes what it names and keeps the rest', async () => {
  const { id } = await add()
  const change = { id, isActive: false, documentUrl: null }
  expect(await call('PATCH', `${PATH}/${id}`, { as: 'aoife', json: change })).toEqual({
    status: 200,
    body: { ...handlers, ...change, version: 2 },
  })
})

test('PATCH /api/strategic-plans/:id refuses another id, and 409 for a version that is no longer the newest', async () => {
  const { id } = await add()
  const other = await call('PATCH', `${PATH}/${id}`, { as: 'aoife', json: { id: id + 1 } })
  expect([other.status, other.body.errors]).toEqual([400, { id: ['The id must match the one in the address.'] }])
  await call('PATCH', `${PATH}/${id}`, { as: 'aoife', json: { title: 'Doors' } })
  const late = await call('PATCH', `${PATH}/${id}`, { as: 'aoife', json: { version: 1, title: 'Gates' } })
  expect(late.status).toBe(409)
})

test('DELETE /api/strategic-plans/:id answers 204, then 404', async () => {
  const { id } = await add()
  expect(await call('DELETE', `${PATH}/${id}`, { as: 'aoife' })).toEqual({ status: 204, body: null })
  expect((await call('DELETE', `${PATH}/${id}`, { as: 'aoife' })).status).toBe(404)
})
