import { type Kysely, sql } from 'kysely'

/** Timetables, events and the term, private calendar addresses, the activity log, interrupted forms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table timetables (
    id integer primary key autoincrement,
    fileId integer not null unique references files on delete cascade,
    startDate text,
    endDate text
  ) strict`.execute(db)

  await sql`create table events (
    id integer primary key autoincrement,
    title text not null,
    description text,
    time text,
    location text,
    day integer not null check (day between 1 and 31),
    month text not null,
    year integer not null
  ) strict`.execute(db)

  await sql`create table portalSettings (
    name text primary key,
    value text not null
  ) strict`.execute(db)

  await sql`create table calendarAddresses (
    userId integer primary key references users on delete cascade,
    nonce text not null
  ) strict`.execute(db)

  await sql`create table activity (
    id integer primary key autoincrement,
    at text not null,
    actorId integer references users on delete set null,
    actorName text not null,
    action text not null check (action in ('looked at', 'added', 'changed', 'moved', 'deleted')),
    noun text not null,
    recordId integer not null,
    title text not null,
    studentId integer references users on delete set null
  ) strict`.execute(db)
  await sql`create index activityOfStudent on activity (studentId, at)`.execute(db)

  await sql`create table interruptedForms (
    userId integer primary key references users on delete cascade,
    path text not null,
    fields text not null,
    createdAt text not null
  ) strict`.execute(db)
}
