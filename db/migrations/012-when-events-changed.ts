import { type Kysely, sql } from 'kysely'

/** When each event was changed last, for the calendars on phones. Nobody noted it before; phones had the moment of each look until now, so an earlier one would go back in time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column changedAt text not null default '1970-01-01T00:00:00.000Z'`.execute(db)
  await sql`update events set changedAt = ${new Date().toISOString()}`.execute(db)
}
