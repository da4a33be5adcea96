import { type Kysely, sql } from 'kysely'

/** The tickets of saved forms (domain/idempotency), so that a form sent again because its answer got lost is not saved twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table tickets (ticket text primary key not null, savedAt text not null) without rowid`.execute(db)
  await sql`create index ticketsByTime on tickets (savedAt)`.execute(db)
}
