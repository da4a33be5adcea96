import { type Kysely, sql } from 'kysely'

/** Display settings of people, serialized by domain/display. No row means the defaults. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table displaySettings (
    userId integer primary key references users (id) on delete cascade,
    settings text not null
  )`.execute(db)
}
