import { type Kysely, sql } from 'kysely'

/** Short notices by tutors for everyone, shown until a day. Indexes for the order of their lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table notices (
    id integer primary key autoincrement not null,
    title text not null,
    text text not null,
    until text not null,
    createdAt text not null,
    version integer not null default 1
  )`.execute(db)
  await sql`create index noticesByCreation on notices (createdAt)`.execute(db)
  await sql`create index noticesByLastDay on notices (until)`.execute(db)
}
