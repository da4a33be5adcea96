import { type Kysely, sql } from 'kysely'

/** Idempotency keys (domain/idempotency), so that a form that is sent twice is saved once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table tickets (ticket text primary key not null, savedAt text not null) without rowid`.execute(db)
  await sql`create index ticketsByTime on tickets (savedAt)`.execute(db)
}
