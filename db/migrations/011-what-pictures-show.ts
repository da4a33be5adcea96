import { type Kysely, sql } from 'kysely'

/** What a picture shows, in words, for people who can't see it. Nobody was asked before, so every picture begins without. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column alt text`.execute(db)
}
