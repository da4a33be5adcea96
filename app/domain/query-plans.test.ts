import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastChange, listActivity, note } from '~/domain/activity/activity.server'
import { daysOf } from '~/domain/events/term'
import { freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { pageOfPeople } from './accounts/people.server'
import { countDeliveries, hasLeft, pageOfTroubled } from './deliveries/deliveries.server'
import { countEnquiries, pageOfEnquiries } from './enquiries/enquiries.server'
import { listComingEvents, listEventsOf, pageOfEventsOutside } from './events/events.server'
import { findFile, openFile } from './files/files.server'
import { pageOfPersonalFiles, pageOfSharedFiles } from './files/lists.server'
import { pageOfNewsletters, pageOfPublished } from './newsletters/newsletters.server'
import { countReaders } from './newsletters/send.server'
import { nextNumber } from './notices/numbers.server'
import { pageOfPhotos } from './notices/photos.server'
import { pageOfResources } from './resources/resources.server'
import { findSubscribers } from './subscribers/subscribers.server'
import { pageOfTimetables } from './timetables/timetables.server'

/** The tables that grow over the years. */
const growing = [
  'activity',
  'deliveries',
  'enquiries',
  'events',
  'files',
  'newsletters',
  'newsletterAttachments',
  'resources',
  'sessions',
  'subscribers',
  'timetables',
  'users',
]
const term = daysOf({ month: 'September', year: 2025 })

let riverbank: TestRiverbank
beforeAll(async () => {
  riverbank = await freshRiverbank()
  const { db, people } = riverbank
  const at = new Date().toISOString()
  const file = {
    title: 'Bus times',
    fileName: 'a.pdf',
    fileType: 'application/pdf',
    size: 1,
    uploadedBy: people.aoife.id,
  }
  const rows = Array.from({ length: 60 }, (_, number) => ({
    ...file,
    storageKey: String(number),
    isShared: 0 as const,
    studentId: number % 2 ? people.daniel.id : people.niamh.id,
    uploadedAt: at,
  }))
  await db.insertInto('files').values(rows).execute()
  const sent = { status: 'sent', audience: 'all', sentAt: at, goesOutAt: at, publishedAt: at } as const
  await db
    .insertInto('newsletters')
    .values({ title: 'June', content: 'Choir.', createdAt: at, ...sent })
    .execute()
})
afterAll(() => riverbank.close())

/** SQLite's query plan of each query that `work` runs. */
async function stepsOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const watched = openDatabase(join(riverbank.settings.dataDir, 'riverbank.sqlite'), (text) => asked.push(text))
  await work(watched)
  await watched.destroy()
  const steps: string[] = []
  for (const text of asked.filter((statement) => statement.startsWith('select'))) {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(riverbank.db)
    steps.push(...rows.map(({ detail }) => detail))
  }
  return steps
}

/** Steps that scan a growing table, or sort the result before a page of it is cut. */
const costly = (steps: string[]) =>
  steps.filter((step) => {
    const [, table = ''] = /^SCAN (\w+)(?! .*USING .*INDEX)/.exec(step) ?? []
    return growing.includes(table) || step === 'USE TEMP B-TREE FOR ORDER BY'
  })

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['a tutor’s personal files', (db) => pageOfPersonalFiles(db, riverbank.people.aoife, 2)],
  ['a student’s personal files', (db) => pageOfPersonalFiles(db, riverbank.people.daniel, 1)],
  ['a tutor’s shared files', (db) => pageOfSharedFiles(db, riverbank.people.aoife, 1)],
  ['a student’s shared files', (db) => pageOfSharedFiles(db, riverbank.people.daniel, 1)],
  ['one file', (db) => findFile(db, riverbank.people.daniel, 1)],
  ['a file that is opened', (db) => openFile(db, riverbank.uploads, riverbank.people.aoife, 1).catch(() => null)],
  ['a look that is noted once', (db) => note(db, riverbank.people.aoife, look)],
  ['the activity log', (db) => listActivity(db, { before: 100 })],
  ['the events of a term', (db) => listEventsOf(db, term)],
  ['the events to come', (db) => listComingEvents(db, { day: 1, month: 'October', year: 2025 }, 6)],
  ['the events in other months', (db) => pageOfEventsOutside(db, term, 1)],
  ['a tutor’s newsletters', (db) => pageOfNewsletters(db, 1)],
  ['the mails of the newsletters that are shown', (db) => countDeliveries(db, [1, 2, 3])],
  ['the newsletters on the website', (db) => pageOfPublished(db, 1)],
  ['people', (db) => pageOfPeople(db, 1)],
  ['a tutor’s timetables', (db) => pageOfTimetables(db, riverbank.people.aoife, 1)],
  ['a student’s timetables', (db) => pageOfTimetables(db, riverbank.people.daniel, 2)],
  ['the gallery', (db) => pageOfPhotos(db, riverbank.people.daniel, 1)],
  ['the number of the next photo', (db) => nextNumber(db)],
  ['resources', (db) => pageOfResources(db, 1)],
  ['the resources on the website', (db) => pageOfResources(db, 1, { isPublic: true })],
  ['subscribers', (db) => findSubscribers(db, { page: 2 })],
  ['the readers of a newsletter', (db) => countReaders(db)],
  ['enquiries', (db) => pageOfEnquiries(db, { isSpam: false })],
  ['the mails of a newsletter that went wrong', (db) => pageOfTroubled(db, 1, 1)],
])('%s: no table is read whole, and no list sorted to show a page of it', async (_, work) => {
  const steps = await stepsOf(work)
  expect(steps).not.toEqual([])
  expect(costly(steps)).toEqual([])
})

const look = { action: 'looked at', noun: 'document', recordId: 1, title: 'Bus times', studentId: null } as const

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['whether somebody looked at a file before', (db) => note(db, riverbank.people.aoife, look)],
  ['who changed it last', (db) => lastChange(db, 'document', 1)],
])('%s is asked of that file’s lines alone', async (_, work) => {
  expect((await stepsOf(work))[0]).toMatch(
    /^SEARCH activity USING INDEX activityOfRecord \(noun=\? AND recordId=\? AND action=\?/,
  )
})

test.each<[string, RegExp, (db: Database) => Promise<unknown>]>([
  ['the number of the next photo', /^SEARCH files USING INDEX photosByNumber/, (db) => nextNumber(db)],
  ['how many sessions people have', /^SEARCH sessions USING INDEX livingSessions/m, (db) => pageOfPeople(db, 1)],
  [
    'open enquiries',
    /^SEARCH enquiries USING COVERING INDEX enquiriesOfList \(suspected=\? AND <expr>=\?\)/,
    countEnquiries,
  ],
])('%s: found by the index that is made for it', async (_, index, work) => {
  expect((await stepsOf(work)).join('\n')).toMatch(index)
})

test('whether a newsletter has left is known from its first mail', async () => {
  const asked: string[] = []
  const watched = openDatabase(join(riverbank.settings.dataDir, 'riverbank.sqlite'), (text) => asked.push(text))
  await hasLeft(watched, 1)
  await watched.destroy()
  expect(asked.at(-1)).toMatch(/ limit 1(\.0)?$/)
})

test('a table that is read whole is noticed', async () => {
  const steps = await stepsOf((db) => db.selectFrom('events').selectAll().orderBy('title').execute())
  expect(costly(steps)).toEqual(['SCAN events', 'USE TEMP B-TREE FOR ORDER BY'])
})
