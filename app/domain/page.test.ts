import { beforeAll, expect, test } from 'vitest'
import { shareRiverbank } from '~/test/riverbank'
import type { Database, NewRow, Tables } from '~db/schema'
import { addEvent, listEvents, removeEvent } from './events/events.server'
import { newEvent } from './events/schema'
import { listFiles } from './files/files.server'
import { listNewsletters } from './newsletters/newsletters.server'
import { listPhotos } from './notices/photos.server'
import { type CursorPage, type CursorRequest, readInBatches, sliceCursorPage } from './page.server'
import { listPublicResources, listResources } from './resources/resources.server'
import { listSubscribers } from './subscribers/subscribers.server'
import { listTimetables } from './timetables/timetables.server'

const MANY = 23

const riverbank = shareRiverbank()
beforeAll(async () => {
  const { db, people } = riverbank
  /** Adds rows to a table. Several have the same moment, so that ids decide. */
  function addMany<Table extends keyof Tables>(table: Table, make: (number: number) => NewRow<Table>) {
    const rows = Array.from({ length: MANY }, (_, number) => make(number))
    return db
      .insertInto(table)
      .values(rows as never)
      .execute()
  }
  const at = (number: number) => new Date(Date.UTC(2026, 0, 1, 0, number % 5)).toISOString()
  const file = (kind: string, number: number) => ({
    ...{ title: 'Bus times', fileName: 'a.pdf', fileType: 'application/pdf', size: 1, storageKey: `${kind} ${number}` },
    ...{ uploadedBy: people.aoife.id, uploadedAt: at(number) },
    ...(number % 3 ? { isShared: 1 as const } : { isShared: 0 as const, studentId: people.daniel.id }),
  })
  const shared = { isShared: 1, studentId: null, album: 'qqi' } as const
  const event = { title: 'Tea', month: 'March', year: 2026, changedAt: at(0) } as const
  const resource = { title: 'Respite', content: '', category: 'support' } as const
  const person = { active: 1, isGuardian: 0 } as const
  await addMany('files', (number) => file('document', number))
  await addMany('files', (number) => ({ ...file('photo', number), ...shared }))
  await addMany('files', (number) => ({ ...file('week', number), album: 'timetable' as const }))
  const weeks = await db.selectFrom('files').select('id').where('album', '=', 'timetable').orderBy('id').execute()
  const startOf = (number: number) => (number % 4 ? `2026-01-0${1 + (number % 3)}` : null)
  await addMany('timetables', (number) => ({ fileId: weeks[number]!.id, startDate: startOf(number) }))
  await addMany('events', (number) => ({ ...event, day: 1 + (number % 4) }))
  await addMany('newsletters', (number) => ({ title: 'June', content: 'Choir.', createdAt: at(number) }))
  const isPublic = (number: number): 0 | 1 => (number % 2 ? 1 : 0)
  await addMany('resources', (number) => ({ ...resource, createdAt: at(number), isPublic: isPublic(number) }))
  const email = (number: number) => ({ email: `a${number}@x.example`, token: `${number}` })
  await addMany('subscribers', (number) => ({ ...person, ...email(number), createdAt: at(number) }))
})

type List = (db: Database, requested: CursorRequest) => Promise<CursorPage<{ id: number }>>
const lists: Record<string, [number: number, list: List]> = {
  'a tutor’s files': [MANY, (db, requested) => listFiles(db, riverbank.people.aoife, requested)],
  'a student’s files': [MANY, (db, requested) => listFiles(db, riverbank.people.daniel, requested)],
  'another student’s files': [15, (db, requested) => listFiles(db, riverbank.people.niamh, requested)],
  'the gallery': [MANY, (db, requested) => listPhotos(db, riverbank.people.niamh, null, requested)],
  'a tutor’s timetables': [MANY, (db, requested) => listTimetables(db, riverbank.people.aoife, requested)],
  'a student’s timetables': [15, (db, requested) => listTimetables(db, riverbank.people.niamh, requested)],
  events: [MANY, (db, requested) => listEvents(db, riverbank.people.daniel, requested)],
  newsletters: [MANY, (db, requested) => listNewsletters(db, riverbank.people.aoife, requested)],
  resources: [MANY, (db, requested) => listResources(db, riverbank.people.aoife, requested)],
  'resources for families': [11, listPublicResources],
  subscribers: [MANY, (db, requested) => listSubscribers(db, riverbank.people.aoife, requested)],
}

const idsIn = async (list: List, limit: number) => {
  const ids: number[][] = []
  for await (const part of readInBatches((requested) => list(riverbank.db, requested), limit))
    ids.push(part.map(({ id }) => id))
  return ids
}

test.each(Object.entries(lists))('%s come in parts that make up the whole, in order', async (_, [number, list]) => {
  const [whole = []] = await idsIn(list, 500)
  expect(new Set(whole).size).toBe(number)
  for (const limit of [1, 4, number - 1, number, number + 1]) {
    const parts = await idsIn(list, limit)
    expect(parts.flat()).toEqual(whole)
    expect(parts).toHaveLength(Math.ceil(number / limit))
  }
})

test('no record is skipped or repeated while others are added and removed', async ({ db, people }) => {
  const { items, next } = await listEvents(db, people.aoife, { limit: 10 })
  const tea = newEvent.parse({ title: 'New', day: 1, month: 'January', year: 2026 })
  const before = await addEvent(db, people.aoife, tea)
  await removeEvent(db, people.aoife, items.at(-1)!.id)
  const rest = await listEvents(db, people.aoife, { limit: 500, after: next })
  expect(rest.items).toHaveLength(MANY - 10)
  for (const { id } of [...items, before]) expect(rest.items.map((event) => event.id)).not.toContain(id)
  await removeEvent(db, people.aoife, before.id)
})

test('a short list continues after the last record of the previous part', () => {
  const list = [7, 3, 9].map((id) => ({ id }))
  expect(sliceCursorPage(list, { limit: 2 })).toEqual({ items: [{ id: 7 }, { id: 3 }], next: ['', 3] })
  expect(sliceCursorPage(list, { limit: 2, after: ['', 3] })).toEqual({ items: [{ id: 9 }], next: undefined })
  expect(sliceCursorPage([], { limit: 2 })).toEqual({ items: [], next: undefined })
  expect(() => sliceCursorPage(list, { limit: 2, after: ['', 8] })).toThrow('The list has changed since.')
})
