import { type Kysely, sql } from 'kysely'

/** Which events were added together as one that is repeated each week, so that they can be deleted together: the id of the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column series integer`.execute(db)
  await sql`create index eventsOfSeries on events (series, date) where series is not null`.execute(db)
}
