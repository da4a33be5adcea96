import { type Kysely, sql } from 'kysely'

/**
 * Students' answers about photos, who is in which picture, and prints. Each row has a userId, so it is erased with the person.
 * Marks of a website picture have its address and outlive it, because an import may bring it back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table photoConsents (
    id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    use text not null check (use in ('gallery', 'website', 'newsletter', 'print')),
    answer text not null check (answer in ('yes', 'no', 'withdrawn')),
    supportedBy text,
    explained text,
    "from" text not null,
    until text,
    recordedAt text not null,
    byId integer references users,
    check ((answer = 'yes') = (until is not null))
  ) strict`.execute(db)
  await sql`create index photoConsentsInOrder on photoConsents (userId, use, recordedAt, id)`.execute(db)
  await sql`create index photoConsentsByRecorder on photoConsents (byId)`.execute(db)
  await sql`create table peopleInPictures (
    id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    fileId integer references files on delete cascade,
    attachmentId integer references newsletterAttachments on delete cascade,
    websitePicture text,
    check ((fileId is not null) + (attachmentId is not null) + (websitePicture is not null) = 1)
  ) strict`.execute(db)
  await sql`create unique index peopleInFiles on peopleInPictures (fileId, userId)`.execute(db)
  await sql`create unique index peopleInAttachments on peopleInPictures (attachmentId, userId)`.execute(db)
  await sql`create unique index peopleOnWebsite on peopleInPictures (websitePicture, userId)`.execute(db)
  await sql`create index picturesOfPeople on peopleInPictures (userId)`.execute(db)
  await sql`create table printedPictures (
    id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    picture text not null,
    what text not null,
    printedAt text not null,
    byId integer references users
  ) strict`.execute(db)
  await sql`create index printedPicturesOfPeople on printedPictures (userId)`.execute(db)
  await sql`create index printedPicturesByRecorder on printedPictures (byId)`.execute(db)
  for (const table of ['files', 'websitePictures', 'newsletterAttachments'])
    await sql`alter table ${sql.table(table)} add column whoIsIn text not null default 'unsaid'
      check (whoIsIn in ('unsaid', 'said', 'erased'))`.execute(db)
  // For the list of unmarked pictures.
  await sql`create index picturesOfFiles on files (whoIsIn) where isShared = 1 and width is not null`.execute(db)
  await sql`create index picturesOfNewsletters on newsletterAttachments (whoIsIn) where picture is not null`.execute(db)
}
