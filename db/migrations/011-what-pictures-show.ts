import { type Kysely, sql } from 'kysely'

/** Alt text of pictures. Existing pictures have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column alt text`.execute(db)
}
