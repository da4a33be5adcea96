import { type Kysely, sql } from 'kysely'

/** When a student first opened their own file, which is unknown for existing files. An index for the newest files of all owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column openedAt text`.execute(db)
  await sql`create index filesByTime on files (album, isShared, uploadedAt)`.execute(db)
}
