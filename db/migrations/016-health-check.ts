import { type Kysely, sql } from 'kysely'

/** The one row that /healthz writes, so that it says whether anything can be written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table healthCheck (id integer primary key not null check (id = 1), checkedAt text not null)`.execute(
    db,
  )
}
