import { type Kysely, sql } from 'kysely'

/** The activity log of one noun, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index activityOfNoun on activity (noun)`.execute(db)
}
