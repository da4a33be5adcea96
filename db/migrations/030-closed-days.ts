import { type Kysely, sql } from 'kysely'

/** Events that close the centre on their day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column closed integer not null default 0 check (closed in (0, 1))`.execute(db)
}
