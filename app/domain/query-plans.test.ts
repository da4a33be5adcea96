import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findLastChange } from '~/domain/activity/activity.server'
import { findQueryCosts } from '~/test/plans'
import { shareRiverbank } from '~/test/riverbank'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { isBeingSent } from './deliveries/deliveries.server'
import { findEvent, listUpcomingWebsiteEvents } from './events/events.server'
import { listAlbums } from './notices/albums.server'

const riverbank = shareRiverbank()

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

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['who changed it last', (db) => findLastChange(db, 'document', 1)],
])('%s reads only that file’s rows', async (_, work) => {
  expect((await stepsOf(work))[0]).toMatch(
    /^SEARCH activity USING INDEX activityOfRecord \(noun=\? AND recordId=\? AND action=\?/,
  )
})

const WEBSITE_EVENTS =
  /^SEARCH events USING (COVERING )?INDEX eventsOnWebsite \(onWebsite=\? AND date>\?\)(\n|$)(?!.*TEMP)/

test.each<[string, RegExp, (db: Database) => Promise<unknown>]>([
  [
    'the photos of all albums, counted',
    /^SEARCH files USING INDEX photosOfAlbum \(albumId>\?\)(?!.*TEMP)/s,
    (db) => listAlbums(db, riverbank.people.daniel),
  ],
  ['the website’s next events, for Home', WEBSITE_EVENTS, (db) => listUpcomingWebsiteEvents(db, 3)],
  [
    'whether a closed period cancels an event',
    /^SEARCH closing USING (COVERING )?INDEX closingEvents \(date>\? AND date<\?\)$/m,
    (db) => findEvent(db, riverbank.people.aoife, 1),
  ],
])('%s: found by index', async (_, index, work) => {
  expect((await stepsOf(work)).join('\n')).toMatch(index)
})

test('the first waiting mail decides whether a newsletter is being sent', async () => {
  expect((await askedBy((db) => isBeingSent(db, 1))).at(-1)).toMatch(/ limit 1(\.0)?$/)
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
    ['select * from events where title = ? limit 1', ['SCAN events']],
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
