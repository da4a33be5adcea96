import { type Kysely, sql } from 'kysely'

/** Notices for some students. Earlier ones stay for everyone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notices add column isForAll integer not null default 1 check (isForAll in (0, 1))`.execute(db)
  await sql`create table noticeStudents (
    userId integer not null references users (id),
    noticeId integer not null references notices (id) on delete cascade,
    primary key (userId, noticeId)
  ) without rowid`.execute(db)
  await sql`create index noticeStudentsByNotice on noticeStudents (noticeId)`.execute(db)
}
