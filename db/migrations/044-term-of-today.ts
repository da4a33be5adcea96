import { type Kysely, sql } from 'kysely'

/** Removes the chosen term: the calendar now shows the current one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from portalSettings where name = 'term'`.execute(db)
}
