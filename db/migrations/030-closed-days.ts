import { type Kysely, sql } from 'kysely'

/** On which days of events the centre is closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column closed integer not null default 0 check (closed in (0, 1))`.execute(db)
}
