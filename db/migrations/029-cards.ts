import { type Kysely, sql } from 'kysely'

/** Sign-in cards and day codes, at most one of each for a student, stored as hashes. A mark for the sessions that they start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table signInCards (
    userId integer primary key references users on delete cascade,
    tokenHash text not null unique,
    digitsSeal text,
    wrongDigits integer not null default 0,
    createdAt text not null,
    expiresAt text not null,
    lastUsedAt text
  ) strict`.execute(db)
  await sql`create table dayCodes (
    userId integer primary key references users on delete cascade,
    codeSeal text not null unique,
    expiresAt text not null
  ) strict`.execute(db)
  await sql`alter table sessions add column byCard integer not null default 0`.execute(db)
}
