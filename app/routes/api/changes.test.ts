import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addMember } from '~/domain/board/board.server'
import { newMember } from '~/domain/board/schema'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { addFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { addPlan } from '~/domain/plans/plans.server'
import { newPlan } from '~/domain/plans/schema'
import { addResource } from '~/domain/resources/resources.server'
import { newResource } from '~/domain/resources/schema'
import { newTimetable } from '~/domain/timetables/schema'
import { addTimetable } from '~/domain/timetables/timetables.server'
import { answerOf, freshRiverbank, type Handlers, type TestRiverbank } from '~/test/riverbank'
import { pdf } from '~/test/samples'
import * as board from './board.$id/route'
import * as events from './events.$id/route'
import * as files from './files.$id/route'
import * as newsletters from './newsletters.$id/route'
import * as resources from './resources.$id/route'
import * as plans from './strategic-plans.$id/route'
import * as timetables from './timetables.$id/route'

interface Noun {
  path: string
  route: Handlers
  add: (riverbank: TestRiverbank) => Promise<{ id: number }>
  /** Two changes of different fields. */
  slow: object
  fast: object
}

const week = () => new File([new Uint8Array(pdf())], 'week.pdf')
const nouns: Noun[] = [
  {
    path: '/api/events',
    route: events,
    add: ({ db, people }) =>
      addEvent(db, people.aoife, newEvent.parse({ title: 'Tea', day: 14, month: 'October', year: 2026 })),
    slow: { location: 'Main hall' },
    fast: { title: 'Tea morning' },
  },
  {
    path: '/api/files',
    route: files,
    add: ({ db, uploads, people }) =>
      addFile(db, uploads, people.aoife, newFile.parse({ title: 'The week', file: week() })),
    slow: { description: 'In large print' },
    fast: { title: 'The new week' },
  },
  {
    path: '/api/timetables',
    route: timetables,
    add: ({ db, uploads, people }) =>
      addTimetable(db, uploads, people.aoife, newTimetable.parse({ title: 'The week', file: week() })),
    slow: { endDate: '2026-12-18' },
    fast: { title: 'The new week' },
  },
  {
    path: '/api/resources',
    route: resources,
    add: ({ db, people }) =>
      addResource(
        db,
        people.aoife,
        newResource.parse({ title: 'Respite', content: '<p>Ring us.</p>', category: 'support' }),
      ),
    slow: { description: 'A break for carers' },
    fast: { isPublic: false },
  },
  {
    path: '/api/board',
    route: board,
    add: ({ db, uploads, people }) =>
      addMember(db, uploads, people.aoife, {
        ...newMember.parse({ name: 'Bríd Nolan', position: 'Director' }),
        removePhoto: false,
      }),
    slow: { bio: 'A teacher.' },
    fast: { position: 'Chairperson' },
  },
  {
    path: '/api/strategic-plans',
    route: plans,
    add: ({ db, people }) =>
      addPlan(db, people.aoife, newPlan.parse({ title: 'Open handlers', content: '<p>Us.</p>' })),
    slow: { description: 'For three years' },
    fast: { isActive: false },
  },
  {
    path: '/api/newsletters',
    route: newsletters,
    add: ({ db, people }) => addNewsletter(db, people.aoife, { title: 'June news', content: 'It was a busy month.' }),
    slow: { content: 'It was a quiet month.' },
    fast: { title: 'July news' },
  },
]

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

/** A body of which half has arrived; `rest` sends the other half. */
function halfSent(json: object) {
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
  return { body, rest: () => rest() }
}

describe.each(nouns)('PATCH $path/:id', ({ path, route, add, slow, fast }) => {
  async function patch(id: number, body: BodyInit) {
    const init = { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' }
    const request = await riverbank.request(`${path}/${id}`, { as: 'aoife', ...init } as never)
    const args = { request, params: { id: String(id) }, context: riverbank.context }
    const answer = await answerOf(() => route.action?.(args))
    return { status: answer.status, body: await answer.json() }
  }

  test('two changes of different fields in flight at once both end as they were sent', async () => {
    const { id } = await add(riverbank)
    const { body, rest } = halfSent(slow)
    const first = patch(id, body)
    expect((await patch(id, JSON.stringify(fast))).status).toBe(200)
    rest()
    expect(await first).toMatchObject({ status: 200, body: { ...slow, ...fast, version: 3 } })
  })

  test('a change of an older version is 409 with the record as it is now, and changes nothing', async () => {
    const { id } = await add(riverbank)
    await patch(id, JSON.stringify({ ...fast, version: 1 }))
    expect(await patch(id, JSON.stringify({ ...slow, version: 1 }))).toEqual({
      status: 409,
      body: {
        message: 'Aoife Brennan has changed this since you opened it.',
        now: expect.objectContaining({ id, ...fast, version: 2 }),
      },
    })
    expect(await patch(id, JSON.stringify({ ...slow, version: 2 }))).toMatchObject({
      status: 200,
      body: { version: 3 },
    })
  })

  test('a body that is no object, another id or a version that is none is refused', async () => {
    const { id } = await add(riverbank)
    for (const body of [null, [], 'title', 7, { id: id + 1 }, { version: 0 }, { version: 'x' }])
      expect((await patch(id, JSON.stringify(body))).status, JSON.stringify(body)).toBe(400)
    expect((await patch(id + 1, JSON.stringify(fast))).status).toBe(404)
  })
})
