import { type Kysely, sql } from 'kysely'
import { rebuildTable } from '../rebuild-table'

/**
 * What students show at home, and for whom the centre turned that on. A nonce identifies each row, so that a restore brings back
 * nothing that was taken back. Photos get a fifth use, and SQLite can't change a check without rebuilding the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table homeFamilies (
    userId integer primary key references users on delete cascade,
    nonce text not null,
    turnedOnAt text not null
  ) strict`.execute(db)
  await sql`create table shownAtHome (
    id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    fileId integer references files on delete cascade,
    day text,
    sessions text,
    shownAt text not null,
    nonce text not null,
    check ((fileId is null) = (day is not null) and (day is null) = (sessions is null))
  ) strict`.execute(db)
  await sql`create unique index filesAtHome on shownAtHome (userId, fileId)`.execute(db)
  await sql`create unique index daysAtHome on shownAtHome (userId, day)`.execute(db)
  await sql`create index shownAtHomeInOrder on shownAtHome (userId, shownAt, id)`.execute(db)
  await sql`create index shownAtHomeByFile on shownAtHome (fileId)`.execute(db)
  await sql`create index shownAtHomeByAge on shownAtHome (shownAt)`.execute(db)

  await rebuildTable(
    db,
    'photoConsents',
    `id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    use text not null check (use in ('gallery', 'website', 'newsletter', 'print', 'home')),
    answer text not null check (answer in ('yes', 'no', 'withdrawn')),
    supportedBy text,
    explained text,
    "from" text not null,
    until text,
    recordedAt text not null,
    byId integer references users,
    ownWord text check (ownWord in ('yes', 'no')),
    ownWordAt text,
    postponedOn text,
    check ((answer = 'yes') = (until is not null))`,
  )
}
