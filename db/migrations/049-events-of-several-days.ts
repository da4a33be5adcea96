import { type Kysely, sql } from 'kysely'

/** The last day of an event of several days, and an index of those that close the centre. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column endDate text check (endDate > date)`.execute(db)
  await sql`create index closingEvents on events (date, endDate) where closed = 1`.execute(db)
}
