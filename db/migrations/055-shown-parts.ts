import { type Kysely, sql } from 'kysely'

/**
 * The tabs and parts of the first screen that a student sees, as a JSON array of their names. Null, like no row, means everything,
 * with parts that are added later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table shownParts (
    userId integer primary key references users on delete cascade,
    parts text,
    version integer not null
  ) strict`.execute(db)
}
