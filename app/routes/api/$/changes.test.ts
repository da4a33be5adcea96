import { describe, expect, test } from 'vitest'
import { type ApiRequest, sendApiRequest } from '~/test/api'
import { shareRiverbank } from '~/test/riverbank'
import { createSamplePdf, createUploadedFile } from '~/test/samples'

// domain/nouns.test.ts tests the simple calls of each noun.

const tea = { title: 'Tea morning', description: 'With scones.', day: 14, month: 'October', year: 2025 }
/** A noun that is added by JSON and one that is added by a form with a file, each with two changes to different fields. */
const nouns = [
  { path: '/api/events', json: tea, slow: { location: null }, fast: { title: 'Tea afternoon' } },
  {
    path: '/api/files',
    addedTo: '/api/files/upload',
    form: { title: 'The week', description: 'Line 38' },
    slow: { description: 'In large print' },
    fast: { title: 'The new week' },
  },
]

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

describe.each(nouns)('$path', ({ path, addedTo = path, json, form, slow, fast }) => {
  const add = async () => {
    const file = createUploadedFile(createSamplePdf(), 'week.pdf')
    return sendAsTutor(`POST ${addedTo}`, form ? { form: { ...form, file } } : { json })
  }
  const added = async () => (await add()).body as { id: number; version: number }
  const patch = (id: number | string, json: unknown) => sendAsTutor(`PATCH ${path}/${id}`, { json })
  const listed = async (id: number) => {
    const { body } = await sendAsTutor(`GET ${path}`)
    return (body as { id: number }[]).find((record) => record.id === id)
  }

  test('POST returns 201 to a tutor with the whole record, which is then in the list', async () => {
    const { status, body } = await add()
    expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(Number), ...json, ...form })])
    expect(await listed(body.id)).toEqual(body)
  })

  test('PATCH changes only the fields sent', async () => {
    const record = await added()
    const { status, body } = await patch(record.id, { id: record.id, ...slow })
    expect([status, body]).toEqual([200, { ...record, ...slow, version: 2 }])
    expect(await listed(record.id)).toEqual(body)
  })

  test('two simultaneous changes to different fields are both saved', async () => {
    const { id } = await added()
    const { rest, ...half } = sendHalf(slow)
    const first = sendAsTutor(`PATCH ${path}/${id}`, half)
    expect((await patch(id, fast)).status).toBe(200)
    rest()
    expect(await first).toMatchObject({ status: 200, body: { ...slow, ...fast, version: 3 } })
  })

  test('a body that is not an object, another id or an invalid version is refused', async () => {
    const { id } = await added()
    for (const body of [null, [], 'title', 7, { version: 0 }, { version: 'x' }])
      expect((await patch(id, body)).status, JSON.stringify(body)).toBe(400)
    const errors = { id: ['The id must match the one in the address.'] }
    expect(await patch(id, { ...fast, id: id + 1 })).toMatchObject({ status: 400, body: { errors } })
  })

  test('DELETE returns 204, then 404; invalid ids are 404', async () => {
    const { id } = await added()
    await patch(id, fast)
    expect(await sendAsTutor(`DELETE ${path}/${id}`)).toMatchObject({ status: 204, body: null })
    expect((await sendAsTutor(`DELETE ${path}/${id}`)).status).toBe(404)
    for (const invalidId of [id, 0, 'x', '1e3', '-1', '9'.repeat(30)]) {
      expect((await patch(invalidId, slow)).status, String(invalidId)).toBe(404)
      expect((await sendAsTutor(`DELETE ${path}/${invalidId}`)).status, String(invalidId)).toBe(404)
    }
  })
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
