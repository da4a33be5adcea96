import { expect, test } from 'vitest'
import { type ApiRequest, sendApiRequest } from '~/test/api'
import { shareRiverbank } from '~/test/riverbank'

// domain/nouns.test.ts tests the simple calls of each noun.

const tea = { title: 'Tea morning', description: 'With scones.', day: 14, month: 'October', year: 2025 }
const riverbank = shareRiverbank()

const sendAsTutor = (what: string, sent: ApiRequest = {}) => sendApiRequest(riverbank, what, { as: 'aoife', ...sent })

/** A body half sent; `rest` sends the other half. */
function sendHalf(json: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(json))
  let rest = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      stream.enqueue(bytes.subarray(0, bytes.length / 2))
      rest = () => {
        stream.enqueue(bytes.subarray(bytes.length / 2))
        stream.close()
      }
    },
  })
  return { body, headers: { 'Content-Type': 'application/json' }, rest: () => rest() }
}

const added = async () => (await sendAsTutor('POST /api/events', { json: tea })).body as { id: number }
const patch = (id: number | string, json: unknown) => sendAsTutor(`PATCH /api/events/${id}`, { json })

test('two simultaneous changes to different fields are both saved', async () => {
  const { id } = await added()
  const { rest, ...half } = sendHalf({ id, location: 'Hall' })
  const first = sendAsTutor(`PATCH /api/events/${id}`, half)
  expect((await patch(id, { title: 'Tea afternoon' })).status).toBe(200)
  rest()
  const both = { title: 'Tea afternoon', location: 'Hall', version: 3 }
  expect(await first).toMatchObject({ status: 200, body: both })
  expect((await sendAsTutor('GET /api/events')).body).toContainEqual({ ...(await first).body, ...both })
})

test('a body that is not an object, another id or an invalid version is refused', async () => {
  const { id } = await added()
  for (const body of [null, [], 'title', 7, { version: 0 }, { version: 'x' }])
    expect((await patch(id, body)).status, JSON.stringify(body)).toBe(400)
  const errors = { id: ['The id must match the one in the address.'] }
  expect(await patch(id, { title: 'Tea', id: id + 1 })).toMatchObject({ status: 400, body: { errors } })
})

test('the id of a deleted record and invalid ids are 404', async () => {
  const { id } = await added()
  expect(await sendAsTutor(`DELETE /api/events/${id}`)).toMatchObject({ status: 204, body: null })
  for (const invalidId of [id, 0, 'x', '1e3', '-1', '9'.repeat(30)]) {
    expect((await patch(invalidId, { title: 'Tea' })).status, String(invalidId)).toBe(404)
    expect((await sendAsTutor(`DELETE /api/events/${invalidId}`)).status, String(invalidId)).toBe(404)
  }
})

test.each([
  ['/api/resources/public', '/api/resources', { title: 'Shown', content: '<p>x</p>', category: 'support' }, 'isPublic'],
  ['/api/board/current', '/api/board', { name: 'Maeve Ryan', position: 'Chair' }, 'isCurrent'],
  ['/api/strategic-plans/active', '/api/strategic-plans', { title: 'Now', content: '<p>x</p>' }, 'isActive'],
])('GET %s returns only matching records, to everyone', async (list, path, json, field) => {
  const { body: shown } = await sendAsTutor(`POST ${path}`, { json })
  const { body: hidden } = await sendAsTutor(`POST ${path}`, { json: { ...json, [field]: false } })
  const { status, body } = await sendApiRequest(riverbank, `GET ${list}`)
  expect(status).toBe(200)
  expect(body).toContainEqual(shown)
  expect(body.map(({ id }: { id: number }) => id)).not.toContain(hidden.id)
  if (field === 'isCurrent')
    expect((await sendApiRequest(riverbank, 'GET /api/board/past')).body).toContainEqual(hidden)
})

test.each([
  ['GET /api/events', undefined],
  ['POST /api/events', tea],
])('%s returns JSON when the server fails', async (what, json) => {
  await riverbank.db.schema.alterTable('events').renameTo('away').execute()
  const answer = await sendAsTutor(what, { json })
  await riverbank.db.schema.alterTable('away').renameTo('events').execute()
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'no-store'])
  expect(answer.body).toEqual({ message: 'Something went wrong. Please try again in a few minutes.' })
  expect((await sendAsTutor(what, { json })).status).toBeLessThan(300)
})
