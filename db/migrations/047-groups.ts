import { type Kysely, sql } from 'kysely'

/** Named lists of students, from which tutors choose several at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table studentGroups (
    id integer primary key autoincrement not null,
    name text not null,
    version integer not null default 1
  ) strict`.execute(db)
  await sql`create table groupStudents (
    userId integer not null references users (id),
    groupId integer not null references studentGroups (id) on delete cascade,
    primary key (userId, groupId)
  ) without rowid`.execute(db)
  await sql`create index groupStudentsByGroup on groupStudents (groupId)`.execute(db)
}
