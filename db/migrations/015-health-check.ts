import { type Kysely, sql } from 'kysely'

/** One row that /healthz writes to check that the database is writable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table healthCheck (id integer primary key not null check (id = 1), checkedAt text not null)`.execute(
    db,
  )
}
