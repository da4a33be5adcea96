import { type Kysely, sql } from 'kysely'

/** Indexes by size, to find pictures with the same bytes, which share their marks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index picturesOfFilesBySize on files (size) where width is not null`.execute(db)
  await sql`create index picturesOfNewslettersBySize on newsletterAttachments (size) where width is not null`.execute(
    db,
  )
}
