import { type Kysely, sql } from 'kysely'

/** How often a student's code for a day was typed wrong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dayCodes add column wrongTries integer not null default 0`.execute(db)
}
