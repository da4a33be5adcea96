import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerOf, freshRiverbank, type Handlers, type Person, type TestRiverbank } from '~/test/riverbank'
import * as one from '../board.$id/route'
import * as current from '../board.current/route'
import * as past from '../board.past/route'
import * as all from './route'

const brid = {
  name: 'Bríd Nolan',
  position: 'Director',
  bio: 'A life in adult education.',
  email: 'brid@riverbank.example',
  linkedIn: 'https://linkedin.example/in/brid',
  startDate: '2019-05-01',
  endDate: null,
  displayOrder: 2,
  isCurrent: true,
}
let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function call(method: string, path: string, { as, json }: { as?: Person; json?: unknown } = {}) {
  const [, id] = /^\/api\/board\/(.+)$/.exec(path) ?? []
  const request = await riverbank.request(path, {
    as,
    method,
    ...(json === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
  })
  const { loader, action }: Handlers = id === 'current' ? current : id === 'past' ? past : id ? one : all
  const args = { request, params: { id }, context: riverbank.context }
  const answer = await answerOf(() => (method === 'GET' ? loader : action)?.(args))
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
}

const add = async (fields = {}) =>
  (await call('POST', '/api/board', { as: 'aoife', json: { ...brid, ...fields } })).body as { id: number }
const whole = (id: number) => ({ id, ...brid, profileImage: null, version: 1 })

test('POST /api/board answers a tutor 201 with the whole record, and tutors read it', async () => {
  const { status, body } = await call('POST', '/api/board', { as: 'aoife', json: brid })
  expect([status, body]).toEqual([201, whole(body.id)])
  expect(await call('GET', '/api/board', { as: 'aoife' })).toEqual({ status: 200, body: [whole(body.id)] })
})

test('GET /api/board/current and /api/board/past answer everyone with their own members', async () => {
  const { id } = await add()
  await add({ name: 'Colm Daly', isCurrent: false })
  expect((await call('GET', '/api/board/current')).body).toEqual([whole(id)])
  expect((await call('GET', '/api/board/past')).body).toMatchObject([{ name: 'Colm Daly', isCurrent: false }])
})

test('POST /api/board refuses a member without a name and position, by field', async () => {
  const { status, body } = await call('POST', '/api/board', { as: 'aoife', json: { email: 'x', displayOrder: -1 } })
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    name: ['Name is required'],
    position: ['Position is required'],
    email: ['Please enter a valid email address'],
    displayOrder: ['Display order must be a number of at least 0.'],
  })
  expect((await call('POST', '/api/board', { as: 'aoife', json: [] })).status).toBe(400)
  expect((await call('GET', '/api/board', { as: 'aoife' })).body).toEqual([])
})

test('PATCH /api/board/:id changes what it names and keeps the rest', async () => {
  const { id } = await add()
  const change = { id, isCurrent: false, endDate: '2025-06-01T00:00:00.000Z' }
  expect(await call('PATCH', `/api/board/${id}`, { as: 'aoife', json: change })).toEqual({
    status: 200,
    body: { ...whole(id), isCurrent: false, endDate: '2025-06-01', version: 2 },
  })
})

test('PATCH /api/board/:id refuses another id, and 409 for a version that is no longer the newest', async () => {
  const { id } = await add()
  const other = await call('PATCH', `/api/board/${id}`, { as: 'aoife', json: { id: id + 1 } })
  expect([other.status, other.body.errors]).toEqual([400, { id: ['The id must match the one in the address.'] }])
  await call('PATCH', `/api/board/${id}`, { as: 'aoife', json: { bio: null } })
  const late = await call('PATCH', `/api/board/${id}`, { as: 'aoife', json: { version: 1, bio: 'Late' } })
  expect(late).toEqual({
    status: 409,
    body: {
      message: 'Aoife Brennan has changed this since you opened it.',
      now: { ...whole(id), bio: null, version: 2 },
    },
  })
})

test('DELETE /api/board/:id answers 204, then 404', async () => {
  const { id } = await add()
  expect(await call('DELETE', `/api/board/${id}`, { as: 'aoife' })).toEqual({ status: 204, body: null })
  expect((await call('DELETE', `/api/board/${id}`, { as: 'aoife' })).status).toBe(404)
  for (const odd of ['0', 'x', '1e3', '-1'])
    expect((await call('PATCH', `/api/board/${odd}`, { as: 'aoife', json: {} })).status, odd).toBe(404)
})
