import { describe, expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { type ApiRequest, sendApiRequest } from '~/test/api'
import { shareRiverbank } from '~/test/riverbank'
import { createSamplePdf, createUploadedFile } from '~/test/samples'

interface Noun {
  path: string
  /** The activity log's noun. */
  noun: string
  /** A new record, as JSON or as a form with a file. */
  json?: object
  form?: Record<string, string>
  addedTo?: string
  /** Other fields of the response. */
  has?: object
  /** Two changes to different fields. */
  slow: object
  fast: object
  /** Invalid input, with messages by field. */
  wrong?: object
  errors?: Record<string, string[]>
}

const nouns: Noun[] = [
  {
    path: '/api/events',
    noun: 'event',
    json: {
      title: 'Tea morning',
      description: 'With scones.',
      time: '10:00-11:30',
      location: 'Main hall',
      day: 14,
      month: 'October',
      year: 2025,
    },
    has: { onWebsite: true, closed: false },
    slow: { location: null },
    fast: { title: 'Tea afternoon' },
    wrong: { title: '', day: 32, month: 'October', year: 2025 },
    errors: { title: ['Title is required.'], day: ['Please enter a date, for example 1 September 2026.'] },
  },
  {
    path: '/api/files',
    noun: 'document',
    addedTo: '/api/files/upload',
    form: { title: 'The week', description: 'Line 38' },
    slow: { description: 'In large print' },
    fast: { title: 'The new week' },
  },
  {
    path: '/api/timetables',
    noun: 'timetable',
    form: { title: 'The week', startDate: '2026-09-07' },
    slow: { endDate: '2026-12-18' },
    fast: { title: 'The new week' },
  },
  {
    path: '/api/resources',
    noun: 'resource',
    json: {
      title: 'Respite',
      description: 'A break for carers.',
      content: '<p>Ring us.</p>',
      category: 'support',
    },
    has: { isPublic: true },
    slow: { description: null },
    fast: { isPublic: false },
    wrong: { isPublic: 'maybe' },
    errors: {
      title: ['Title is required'],
      content: ['Content is required'],
      category: ['Category is required'],
      isPublic: ['Please choose yes or no.'],
    },
  },
  {
    path: '/api/board',
    noun: 'board member',
    json: {
      name: 'Bríd Nolan',
      position: 'Director',
      bio: 'A life in adult education.',
      email: 'brid@riverbank.example',
      linkedIn: 'https://linkedin.example/in/brid',
      startDate: '2019-05-01',
      displayOrder: 2,
    },
    has: { endDate: null, isCurrent: true, profileImage: null },
    slow: { bio: null },
    fast: { isCurrent: false, endDate: '2025-06-01' },
    wrong: { email: 'x', displayOrder: -1 },
    errors: {
      name: ['Name is required'],
      position: ['Position is required'],
      email: ['Please enter a valid email address'],
      displayOrder: ['Display order must be a number of at least 0.'],
    },
  },
  {
    path: '/api/strategic-plans',
    noun: 'strategic plan',
    json: {
      title: 'Open doors',
      description: 'Four years.',
      content: '<h3>Goals</h3><p>One</p>',
      documentUrl: 'https://riverbank.example/plan.pdf',
      startYear: 2025,
      endYear: 2028,
    },
    has: { isActive: true },
    slow: { documentUrl: null },
    fast: { isActive: false },
    wrong: { startYear: 1999, endYear: 'later', documentUrl: 'javascript:alert(1)' },
    errors: {
      title: ['Title is required'],
      content: ['Content is required'],
      startYear: ['Start year must be from 2000 to 2100.'],
      documentUrl: ['Please enter a web address that starts with https:// or http://'],
    },
  },
  {
    path: '/api/notices',
    noun: 'notice',
    json: {
      title: 'No bus on Friday',
      text: 'The bus is being repaired.',
      until: `${new Date().getUTCFullYear() + 1}-06-01`,
    },
    has: { createdAt: expect.stringMatching(/Z$/) },
    slow: { text: 'It is back.' },
    fast: { title: 'The bus is back' },
    wrong: { until: `1/9/${new Date().getUTCFullYear() - 10}` },
    errors: {
      title: [expect.any(String)],
      text: [expect.any(String)],
      until: [expect.any(String)],
    },
  },
  {
    path: '/api/newsletters',
    noun: 'newsletter',
    json: { title: 'June', content: 'It was a\nbusy month.' },
    has: { status: 'draft', attachments: [] },
    slow: { content: 'It was a quiet month.' },
    fast: { title: 'July news' },
    wrong: { title: 'Ju', content: null },
    errors: { title: ['Title must be at least 3 characters'], content: ['Content must be at least 10 characters'] },
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

describe.each(nouns)('$path', ({ path, noun, addedTo = path, json, form, has, slow, fast, wrong, errors }) => {
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
    expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(Number), ...json, ...form, ...has })])
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

  test('a change to an older version is 409 with the current record, and changes nothing', async () => {
    const { id } = await added()
    const { body: now } = await patch(id, { ...fast, version: 1 })
    const message = 'Aoife Brennan has changed this since you opened it.'
    expect(await patch(id, { ...slow, version: 1 })).toMatchObject({ status: 409, body: { message, now } })
    expect(await patch(id, { ...slow, version: 2 })).toMatchObject({ status: 200, body: { version: 3 } })
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
    const log = await listActivity(riverbank.db, { limit: 3 })
    expect(log.map((line) => `${line.actorName} ${line.action} ${line.noun}`)).toEqual(
      ['deleted', 'changed', 'added'].map((action) => `Aoife Brennan ${action} ${noun}`),
    )
    expect((await sendAsTutor(`DELETE ${path}/${id}`)).status).toBe(404)
    for (const invalidId of [id, 0, 'x', '1e3', '-1', '9'.repeat(30)]) {
      expect((await patch(invalidId, slow)).status, String(invalidId)).toBe(404)
      expect((await sendAsTutor(`DELETE ${path}/${invalidId}`)).status, String(invalidId)).toBe(404)
    }
  })

  if (wrong)
    test('POST refuses what the form refuses, with messages by field', async () => {
      const refused = await sendAsTutor(`POST ${path}`, { json: wrong })
      expect([refused.status, refused.body.errors]).toEqual([400, errors])
      expect((await sendAsTutor(`POST ${path}`, { json: [] })).status).toBe(400)
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

test('a strategic plan’s HTML is sanitised, and its years fall back to the defaults', async () => {
  const plan = { title: 'Doors', content: '<p>One</p><script>alert(1)</script>', startYear: null, endYear: 'later' }
  const year = new Date().getFullYear()
  expect((await sendAsTutor('POST /api/strategic-plans', { json: plan })).body).toMatchObject({
    content: '<p>One</p>',
    startYear: year,
    endYear: year + 3,
  })
})

test.each([
  ['GET /api/events', undefined],
  ['POST /api/events', nouns[0]!.json],
])('%s returns JSON when the server fails', async (what, json) => {
  await riverbank.db.schema.alterTable('events').renameTo('away').execute()
  const answer = await sendAsTutor(what, { json })
  await riverbank.db.schema.alterTable('away').renameTo('events').execute()
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'no-store'])
  expect(answer.body).toEqual({ message: 'Something went wrong. Please try again in a few minutes.' })
  expect((await sendAsTutor(what, { json })).status).toBeLessThan(300)
})

test('GET /api/notices is for logged-in users', async () => {
  const { body } = await sendAsTutor('GET /api/notices')
  expect(await sendApiRequest(riverbank, 'GET /api/notices', { as: 'daniel' })).toMatchObject({ status: 200, body })
})
