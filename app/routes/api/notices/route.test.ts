import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerOf, freshRiverbank, type Handlers, type Person, type TestRiverbank } from '~/test/riverbank'
import * as one from '../notices.$id/route'
import * as all from './route'

const bus = {
  title: 'No bus on Friday',
  text: 'The bus is being repaired.',
  until: `${new Date().getUTCFullYear() + 1}-06-01`,
}
let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function call(method: string, path: string, { as, json }: { as?: Person; json?: unknown } = {}) {
  const [, id] = /^\/api\/notices\/(.+)$/.exec(path) ?? []
  const request = await riverbank.request(path, {
    as,
    method,
    ...(json === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
  })
  const { loader, action }: Handlers = id ? one : all
  const args = { request, params: { id }, context: riverbank.context }
  const answer = await answerOf(() => (method === 'GET' ? loader : action)?.(args))
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() }
}
const add = async () => (await call('POST', '/api/notices', { as: 'aoife', json: bus })).body as { id: number }

test('GET /api/notices answers whoever is logged in', async () => {
  const notice = await add()
  expect(notice).toEqual({ id: expect.any(Number), ...bus, createdAt: expect.any(String), version: 1 })
  expect(await call('GET', '/api/notices', { as: 'daniel' })).toEqual({ status: 200, body: [notice] })
})

test('POST /api/notices refuses one without words or a day, by field', async () => {
  const { status, body } = await call('POST', '/api/notices', { as: 'aoife', json: { until: '31 June 2027' } })
  expect(status).toBe(400)
  expect(Object.keys(body.errors)).toEqual(['title', 'text', 'until'])
  const day = (await call('POST', '/api/notices', { as: 'aoife', json: { ...bus, until: `1/9/${lastDecade}` } })).body
  expect(day.errors).toHaveProperty('until')
})
const lastDecade = new Date().getUTCFullYear() - 10

test('PATCH /api/notices/:id changes what it names; an older version is 409 with the record as it is', async () => {
  const { id } = await add()
  const patch = (json: object) => call('PATCH', `/api/notices/${id}`, { as: 'aoife', json })
  expect((await patch({ text: 'It is back.', version: 1 })).body).toMatchObject({
    ...bus,
    text: 'It is back.',
    version: 2,
  })
  const late = await patch({ text: 'Late', version: 1 })
  expect([late.status, late.body.now.text]).toEqual([409, 'It is back.'])
})

test('DELETE /api/notices/:id answers 204, then 404', async () => {
  const { id } = await add()
  expect(await call('DELETE', `/api/notices/${id}`, { as: 'aoife' })).toEqual({ status: 204, body: null })
  expect((await call('DELETE', `/api/notices/${id}`, { as: 'aoife' })).status).toBe(404)
  for (const odd of ['0', 'x', '1e3', '-1', '9'.repeat(30)])
    expect((await call('PATCH', `/api/notices/${odd}`, { as: 'aoife', json: bus })).status, odd).toBe(404)
})
