import { type Kysely, sql } from 'kysely'

/**
 * When the student whose file it is first opened it: not known of files from before. And the order of the newest files that are
 * shared, or not, whoever's they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column openedAt text`.execute(db)
  await sql`create index filesByTime on files (album, isShared, uploadedAt)`.execute(db)
}
