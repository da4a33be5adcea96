import { type Kysely, sql } from 'kysely'

/** Changes of a weekly session on one day: it is off, in another place or with other people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sessionChanges (
    id integer primary key autoincrement not null,
    sessionId integer not null references weekSessions on delete cascade,
    day text not null,
    isOff integer not null check (isOff in (0, 1)),
    reason text,
    place text,
    withWhom text,
    version integer not null default 1,
    unique (sessionId, day)
  ) strict`.execute(db)
  await sql`create index sessionChangesByDay on sessionChanges (day)`.execute(db)
}
