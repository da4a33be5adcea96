import { type Kysely, sql } from 'kysely'

/** Pictures with the same bytes share the names of those who are in them: they are looked for by their size. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index picturesOfFilesBySize on files (size) where width is not null`.execute(db)
  await sql`create index picturesOfNewslettersBySize on newsletterAttachments (size) where width is not null`.execute(
    db,
  )
}
