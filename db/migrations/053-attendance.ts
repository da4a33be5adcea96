import { type Kysely, sql } from 'kysely'

/** Who was at the centre on a day or, with a session, in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table attendance (
    id integer primary key autoincrement not null,
    date text not null,
    userId integer not null references users on delete cascade,
    sessionId integer references weekSessions on delete cascade,
    state text not null check (state in ('here', 'not here', 'late', 'left early')),
    time text,
    recordedBy integer references users on delete set null,
    recordedAt text not null,
    version integer not null default 1
  ) strict`.execute(db)
  await sql`create unique index attendanceByStudent on attendance (userId, date, ifnull(sessionId, 0))`.execute(db)
  await sql`create index attendanceByDay on attendance (date)`.execute(db)
  await sql`create index attendanceByTutor on attendance (recordedBy)`.execute(db)
  await sql`create index attendanceBySession on attendance (sessionId)`.execute(db)
}
