import { type Kysely, sql } from 'kysely'

/** Counts wrong attempts at a day code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dayCodes add column wrongTries integer not null default 0`.execute(db)
}
