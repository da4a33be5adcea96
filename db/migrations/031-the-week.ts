import { type Kysely, sql } from 'kysely'

/** Weekly sessions, for everyone or for some students. Rows about one person have a userId, so they are erased with the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table weekSessions (
    id integer primary key autoincrement not null,
    weekday text not null check (weekday in ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')),
    "from" text not null,
    "to" text not null check ("to" > "from"),
    activity text not null,
    symbol text,
    photoId integer references files (id) on delete set null,
    place text,
    withWhom text,
    startDate text,
    endDate text,
    exceptions text not null default '[]',
    isForAll integer not null check (isForAll in (0, 1)),
    version integer not null default 1
  )`.execute(db)
  await sql`create index weekSessionsByPhoto on weekSessions (photoId)`.execute(db)
  await sql`create table weekSessionStudents (
    userId integer not null references users (id),
    sessionId integer not null references weekSessions (id) on delete cascade,
    primary key (userId, sessionId)
  ) without rowid`.execute(db)
  await sql`create index weekSessionStudentsBySession on weekSessionStudents (sessionId)`.execute(db)
}
