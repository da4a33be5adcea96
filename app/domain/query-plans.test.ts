import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findLastChange, logActivity } from '~/domain/activity/activity.server'
import { findQueryCosts } from '~/test/plans'
import { shareRiverbank } from '~/test/riverbank'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { paginatePeople } from './accounts/people.server'
import { hasSendingStarted } from './deliveries/deliveries.server'
import { countEnquiries } from './enquiries/enquiries.server'
import { getToday } from './events/days'
import { paginateEventLines } from './events/event-lines.server'
import { paginateWebsiteEvents } from './events/event-lists.server'
import { findEvent, listEvents, listNextEvents, listWebsiteEventsForCalendars } from './events/events.server'
import { listAlbums } from './notices/albums.server'
import { findNextNumber } from './notices/numbers.server'
import { loadGallery } from './notices/photos.server'

const riverbank = shareRiverbank()
beforeAll(async () => {
  const { db, people } = riverbank
  const at = new Date().toISOString()
  const pdf = { title: 'Bus times', fileName: 'a.pdf', fileType: 'application/pdf', size: 1 }
  const file = { ...pdf, uploadedBy: people.aoife.id }
  const rows = Array.from({ length: 60 }, (_, number) => ({
    ...file,
    storageKey: String(number),
    isShared: 0 as const,
    studentId: number % 2 ? people.daniel.id : people.niamh.id,
    uploadedAt: at,
  }))
  await db.insertInto('files').values(rows).execute()
})

/** The queries that `work` runs, as SQLite receives them. */
async function askedBy(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const requested: string[] = []
  const watched = openDatabase(join(riverbank.settings.dataDir, 'riverbank.sqlite'), (text) => requested.push(text))
  await work(watched)
  await watched.destroy()
  return requested.filter((statement) => statement.startsWith('select'))
}

/** SQLite's plan for each query that `work` runs. */
async function stepsOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const steps: string[] = []
  for (const text of await askedBy(work)) {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(riverbank.db)
    steps.push(...rows.map(({ detail }) => detail))
  }
  return steps
}

const look = { action: 'looked at', noun: 'document', recordId: 1, title: 'Bus times', studentId: null } as const

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['whether a person viewed a file before', (db) => logActivity(db, riverbank.people.aoife, look)],
  ['who changed it last', (db) => findLastChange(db, 'document', 1)],
])('%s reads only that file’s rows', async (_, work) => {
  expect((await stepsOf(work))[0]).toMatch(
    /^SEARCH activity USING INDEX activityOfRecord \(noun=\? AND recordId=\? AND action=\?/,
  )
})

const WEBSITE_EVENTS =
  /^SEARCH events USING (COVERING )?INDEX eventsOnWebsite \(onWebsite=\? AND date>\?\)(\n|$)(?!.*TEMP)/

test.each<[string, RegExp, (db: Database) => Promise<unknown>]>([
  ['the number of the next photo', /^SEARCH files USING INDEX photosByNumber/, (db) => findNextNumber(db, null)],
  [
    'the number of the next photo of an album',
    /^SEARCH files USING INDEX photosOfAlbum \(albumId=\? AND album=\?\)/,
    (db) => findNextNumber(db, { id: 1, title: 'Summer trip' }),
  ],
  [
    'a page of the gallery',
    /^SEARCH files USING (COVERING )?INDEX photosOfAlbum \(albumId=\? AND album=\? AND isShared=\? AND studentId=\?\)/,
    (db) => loadGallery(db, riverbank.people.daniel, null, 1),
  ],
  [
    'the photos of all albums, counted',
    /^SEARCH files USING INDEX photosOfAlbum \(albumId>\?\)(?!.*TEMP)/s,
    (db) => listAlbums(db, riverbank.people.daniel),
  ],
  ['how many sessions people have', /^SEARCH sessions USING INDEX livingSessions/m, (db) => paginatePeople(db, 1)],
  ['the website’s events', WEBSITE_EVENTS, (db) => paginateWebsiteEvents(db, getToday(), 1)],
  ['the website’s next events, for Home', WEBSITE_EVENTS, (db) => listNextEvents(db, 3)],
  ['the website’s events for calendar programs', WEBSITE_EVENTS, (db) => listWebsiteEventsForCalendars(db, getToday())],
  [
    'the events that the API gives to everyone',
    /^SEARCH events USING INDEX eventsOnWebsite \(onWebsite=\?\)(\n|$)(?!.*TEMP)/,
    (db) => listEvents(db, undefined, { onWebsite: true }),
  ],
  [
    'the tutors’ upcoming events',
    /^SEARCH events USING INDEX eventsByDate \(date>\?\)(\n|$)(?!.*TEMP)/,
    (db) => paginateEventLines(db, getToday(), { page: 1 }),
  ],
  [
    'the tutors’ past events',
    /^SEARCH events USING INDEX eventsByDate \(date<\?\)(\n|$)(?!.*TEMP)/,
    (db) => paginateEventLines(db, getToday(), { page: 1, isPast: true }),
  ],
  [
    'whether a closed period cancels an event',
    /^SEARCH closing USING (COVERING )?INDEX closingEvents \(date>\? AND date<\?\)$/m,
    (db) => findEvent(db, 1),
  ],
  [
    'open enquiries',
    /^SEARCH enquiries USING COVERING INDEX enquiriesOfList \(suspected=\? AND <expr>=\?\)/,
    countEnquiries,
  ],
])('%s: found by index', async (_, index, work) => {
  expect((await stepsOf(work)).join('\n')).toMatch(index)
})

test('the first mail decides whether a newsletter has gone out', async () => {
  expect((await askedBy((db) => hasSendingStarted(db, 1))).at(-1)).toMatch(/ limit 1(\.0)?$/)
})

const costs = (text: string) => {
  const db = new SQLite(join(riverbank.settings.dataDir, 'riverbank.sqlite'), { readonly: true })
  try {
    return findQueryCosts(db, text)
  } finally {
    db.close()
  }
}

test('costly queries are detected', () => {
  for (const [text, found] of [
    ['select * from events order by title', ['SCAN events', 'USE TEMP B-TREE FOR ORDER BY']],
    ['select * from events order by date', ['SCAN events USING INDEX eventsByDate']],
    ['select * from events where title = ? limit 1', ['SCAN events']],
    ['update files set title = ? where title = ?', ['SCAN files']],
    ['delete from sessions where createdAt < ?', ['SCAN sessions']],
    ["select * from files where album = 'qqi' order by title limit 20", ['USE TEMP B-TREE FOR ORDER BY']],
  ] as const)
    expect(costs(text), text).toEqual(found)
})

test('every foreign key has an index, which SQLite needs when the referenced row changes', async () => {
  const { rows } = await sql<{ missing: string }>`
    select tables.name || '.' || keys."from" as missing
    from sqlite_schema as tables join pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table' and not exists (
      select 1 from pragma_index_list(tables.name) as indexes
      join pragma_index_info(indexes.name) as columns on columns.seqno = 0 and columns.name = keys."from"
      where indexes.partial = 0
    ) and not exists (
      select 1 from pragma_table_info(tables.name) as columns where columns.pk = 1 and columns.name = keys."from"
    )`.execute(riverbank.db)
  expect(rows).toEqual([])
})
