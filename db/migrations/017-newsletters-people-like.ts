import { type Kysely, sql } from 'kysely'

/**
 * Newsletters in Markdown, pictures with alt text within the text, scheduled newsletters, and how each subscriber agreed. Existing
 * newsletters stay plain text. Only the day is known for existing subscribers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table newsletters add column format text not null default 'plain' check (format in ('plain', 'markdown'))`.execute(
    db,
  )
  await sql`alter table newsletters add column leavesAt text check (leavesAt is null or status = 'draft')`.execute(db)
  await sql`alter table newsletters add column leavesTo text check ((leavesTo in ('all', 'guardians')) is not false and (leavesTo is null) = (leavesAt is null))`.execute(
    db,
  )
  await sql`alter table newsletters add column leavesBy integer references users on delete set null`.execute(db)
  await sql`create index newslettersLeaving on newsletters (leavesAt) where leavesAt is not null`.execute(db)
  await sql`create index newslettersByLeaver on newsletters (leavesBy)`.execute(db)

  await sql`alter table newsletterAttachments add column alt text`.execute(db)
  await sql`alter table newsletterAttachments add column picture integer`.execute(db)
  await sql`alter table newsletterAttachments add column version integer not null default 1`.execute(db)
  await sql`update newsletterAttachments set picture = (
    select count(*) from newsletterAttachments as earlier
    where earlier.newsletterId = newsletterAttachments.newsletterId
      and earlier.id <= newsletterAttachments.id and earlier.fileType like 'image/%'
  ) where fileType like 'image/%'`.execute(db)

  await sql`alter table subscribers add column agreedOn text check (agreedOn in ('page', 'call', 'tutor'))`.execute(db)
  await sql`alter table subscribers add column agreedWords text`.execute(db)
  await sql`alter table subscribers add column agreedAt text`.execute(db)
  await sql`alter table subscribers add column confirmedAt text`.execute(db)
}
