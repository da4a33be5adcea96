import { type Kysely, sql } from 'kysely'

/** Which events are on the website. Existing events all are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column onWebsite integer not null default 1 check (onWebsite in (0, 1))`.execute(db)
  await sql`create index eventsOnWebsite on events (onWebsite, date)`.execute(db)
}
