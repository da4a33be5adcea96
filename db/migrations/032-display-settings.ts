import { type Kysely, sql } from 'kysely'

/** How somebody wants to see the screens, as text that app/domain/display reads; no row where they chose nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table displaySettings (
    userId integer primary key references users (id) on delete cascade,
    settings text not null
  )`.execute(db)
}
