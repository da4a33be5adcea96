import { type Kysely, sql } from 'kysely'

/** The times that a returned student was at the centre before, as a JSON list of first and last days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column earlierDays text not null default '[]'`.execute(db)
}
