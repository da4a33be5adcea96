import { type Kysely, sql } from 'kysely'

/** Absences of students, and the private links with which families report them, stored as hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table familyLinks (
    id integer primary key autoincrement not null,
    userId integer not null references users on delete cascade,
    label text not null,
    tokenHash text not null unique,
    createdAt text not null,
    lastUsedAt text
  ) strict`.execute(db)
  await sql`create index familyLinksByStudent on familyLinks (userId)`.execute(db)
  await sql`create table absences (
    id integer primary key autoincrement not null,
    userId integer not null references users on delete cascade,
    startDate text not null,
    endDate text not null check (endDate >= startDate),
    note text,
    linkId integer references familyLinks on delete set null,
    saidBy text,
    createdAt text not null
  ) strict`.execute(db)
  await sql`create index absencesByStart on absences (startDate)`.execute(db)
  await sql`create index absencesByEnd on absences (endDate)`.execute(db)
  await sql`create index absencesByStudent on absences (userId, endDate)`.execute(db)
  await sql`create index absencesByLink on absences (linkId)`.execute(db)
}
