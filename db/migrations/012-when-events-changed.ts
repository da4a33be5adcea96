import { type Kysely, sql } from 'kysely'

/**
 * When each event last changed, for calendar programs. They got the time of each request until now, so existing events get the
 * current time: it must not go back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column changedAt text not null default '1970-01-01T00:00:00.000Z'`.execute(db)
  await sql`update events set changedAt = ${new Date().toISOString()}`.execute(db)
}
