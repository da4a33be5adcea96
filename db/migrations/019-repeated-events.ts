import { type Kysely, sql } from 'kysely'

/** Series of events: each has the id of the first one, so that all of them can be deleted at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column series integer`.execute(db)
  await sql`create index eventsOfSeries on events (series, date) where series is not null`.execute(db)
}
