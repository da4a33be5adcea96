import { type Kysely, sql } from 'kysely'

/** What students themselves say of an answer that a tutor recorded for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photoConsents add column ownWord text check (ownWord in ('yes', 'no'))`.execute(db)
  await sql`alter table photoConsents add column ownWordAt text`.execute(db)
  await sql`alter table photoConsents add column postponedOn text`.execute(db)
}
