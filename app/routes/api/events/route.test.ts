import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerOf, freshRiverbank, type Handlers, type Person, type TestRiverbank } from '~/test/riverbank'
import * as one from '../events.$id/route'
import * as all from './route'

const tea = {
  title: 'Tea morning',
  description: 'With scones.',
  time: '10:00-11:30',
  location: 'Main hall',
  day: 14,
  month: 'October',
  year: 2025,
}
let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function call(method: string, path: string, { as, json }: { as?: Person; json?: unknown } = {}) {
  const [, id] = /^\/api\/events\/(.+)$/.exec(path) ?? []
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

const add = async () => (await call('POST', '/api/events', { as: 'aoife', json: tea })).body as { id: number }

test('GET /api/events answers everyone with the whole record', async () => {
  expect(await call('GET', '/api/events')).toEqual({ status: 200, body: [] })
  const { id } = await add()
  expect(await call('GET', '/api/events')).toEqual({ status: 200, body: [{ id, ...tea, onWebsite: true, version: 1 }] })
})

test('GET /api/events gives every event, each day in the order of its hours', async () => {
  const years = Array.from({ length: 120 }, (_, number) =>
    ['14:00', '9:30', '12:00'].map((time) => ({
      ...{ ...tea, time, day: 1 + (number % 20), year: 2020 + Math.floor(number / 20) },
      onWebsite: 1 as const,
    })),
  ).flat()
  const changedAt = new Date().toISOString()
  await riverbank.db
    .insertInto('events')
    .values(years.map((event) => ({ ...event, month: 'October' as const, changedAt })))
    .execute()
  for (const as of [undefined, 'daniel'] as const) {
    const { body } = await call('GET', '/api/events', { as })
    const places = body.map(
      ({ year, day, time }: typeof tea) => `${year} ${String(day).padStart(2, '0')} ${time.padStart(5, '0')}`,
    )
    expect(places).toHaveLength(360)
    expect(places).toEqual([...places].sort())
  }
})

test('GET /api/events gives what is not on the website to students and tutors alone', async () => {
  const hidden = { ...tea, title: 'Staff meeting', day: 15, onWebsite: false }
  await add()
  expect((await call('POST', '/api/events', { as: 'aoife', json: hidden })).body).toMatchObject(hidden)
  const titles = async (as?: Person) =>
    ((await call('GET', '/api/events', { as })).body as { title: string }[]).map(({ title }) => title)
  expect(await titles()).toEqual(['Tea morning'])
  expect(await titles('daniel')).toEqual(['Tea morning', 'Staff meeting'])
  expect(await titles('aoife')).toEqual(['Tea morning', 'Staff meeting'])
  await riverbank.db.deleteFrom('sessions').where('userId', '=', riverbank.people.daniel.id).execute()
  expect(await titles('daniel')).toEqual(['Tea morning'])
  riverbank.context.settings.secondStep = 'required'
  expect(await titles('aoife')).toEqual(['Tea morning'])
})

test('PATCH /api/events/:id keeps an event off the website until it is sent otherwise', async () => {
  const { id } = await add()
  const change = async (json: object) => (await call('PATCH', `/api/events/${id}`, { as: 'aoife', json })).body
  expect(await change({ onWebsite: false })).toMatchObject({ onWebsite: false })
  expect(await change({ title: 'Tea' })).toMatchObject({ title: 'Tea', onWebsite: false })
  expect((await call('GET', '/api/events')).body).toEqual([])
  expect(await change({ onWebsite: true })).toMatchObject({ onWebsite: true })
  const wrong = await call('PATCH', `/api/events/${id}`, { as: 'aoife', json: { onWebsite: 'maybe' } })
  expect([wrong.status, wrong.body.errors]).toEqual([400, { onWebsite: ['Please choose yes or no.'] }])
})

test('POST /api/events answers a tutor 201 with the whole record', async () => {
  const { status, body } = await call('POST', '/api/events', { as: 'aoife', json: tea })
  expect(status).toBe(201)
  expect(body).toEqual({ id: expect.any(Number), ...tea, onWebsite: true, version: 1 })
})

test('POST /api/events refuses an event without a title or a real date, by field', async () => {
  const { status, body } = await call('POST', '/api/events', { as: 'aoife', json: { ...tea, title: '', day: 32 } })
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    title: ['Title is required.'],
    day: ['Please enter a date, for example 1 September 2026.'],
  })
  expect((await call('POST', '/api/events', { as: 'aoife', json: [] })).status).toBe(400)
  expect((await call('GET', '/api/events')).body).toEqual([])
})

test('PATCH /api/events/:id changes what it names and keeps the rest', async () => {
  const { id } = await add()
  const change = { id, title: 'Tea afternoon', location: null }
  expect(await call('PATCH', `/api/events/${id}`, { as: 'aoife', json: change })).toEqual({
    status: 200,
    body: { ...tea, ...change, onWebsite: true, version: 2 },
  })
})

test('PATCH /api/events/:id refuses another id and a date that the change would make unreal', async () => {
  const { id } = await add()
  const other = await call('PATCH', `/api/events/${id}`, { as: 'aoife', json: { id: id + 1, title: 'X' } })
  expect(other.status).toBe(400)
  expect(other.body.errors).toEqual({ id: ['The id must match the one in the address.'] })
  await call('PATCH', `/api/events/${id}`, { as: 'aoife', json: { day: 31 } })
  const unreal = await call('PATCH', `/api/events/${id}`, { as: 'aoife', json: { month: 'November' } })
  expect(unreal.body.errors).toHaveProperty('day')
  expect((await call('GET', '/api/events')).body).toEqual([{ id, ...tea, day: 31, onWebsite: true, version: 2 }])
})

test('DELETE /api/events/:id answers 204, then 404', async () => {
  const { id } = await add()
  expect(await call('DELETE', `/api/events/${id}`, { as: 'aoife' })).toEqual({ status: 204, body: null })
  expect((await call('DELETE', `/api/events/${id}`, { as: 'aoife' })).status).toBe(404)
  expect((await call('PATCH', `/api/events/${id}`, { as: 'aoife', json: tea })).status).toBe(404)
  for (const odd of ['0', 'x', '1e3', '-1', '9'.repeat(30)])
    expect((await call('DELETE', `/api/events/${odd}`, { as: 'aoife' })).status, odd).toBe(404)
})
