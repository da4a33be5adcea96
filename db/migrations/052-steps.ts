import { type Kysely, sql } from 'kysely'
import { rebuildTable } from '../rebuild-table'

/**
 * Guides: how to do a thing, step by step, with a picture and a sentence each. Photos of steps are a fourth kind of picture with
 * students in it, so the table of marks is rebuilt: SQLite can't change a check.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table guides (
    id integer primary key autoincrement not null,
    title text not null,
    isForAll integer not null check (isForAll in (0, 1)),
    isPublic integer not null check (isPublic in (0, 1)),
    token text not null unique,
    createdAt text not null,
    version integer not null default 1
  ) strict`.execute(db)
  await sql`create table guideStudents (
    userId integer not null references users (id),
    guideId integer not null references guides (id) on delete cascade,
    primary key (userId, guideId)
  ) without rowid`.execute(db)
  await sql`create index guideStudentsByGuide on guideStudents (guideId)`.execute(db)
  await sql`create table guideSteps (
    id integer primary key autoincrement not null,
    guideId integer not null references guides (id) on delete cascade,
    position integer not null,
    sentence text not null,
    symbol text,
    version integer not null default 1
  ) strict`.execute(db)
  await sql`create index stepsOfGuide on guideSteps (guideId, position, id)`.execute(db)
  await sql`create table stepPhotos (
    id integer primary key autoincrement not null,
    stepId integer not null unique references guideSteps (id) on delete cascade,
    fileType text not null,
    size integer not null,
    width integer not null,
    height integer not null,
    storageKey text not null unique,
    secret text not null,
    createdAt text not null,
    whoIsIn text not null default 'unsaid' check (whoIsIn in ('unsaid', 'said', 'erased'))
  ) strict`.execute(db)
  await sql`create table guideProgress (
    userId integer not null references users (id),
    guideId integer not null references guides (id) on delete cascade,
    step integer not null,
    seenAt text not null,
    primary key (userId, guideId)
  ) without rowid`.execute(db)
  await sql`create index guideProgressByGuide on guideProgress (guideId)`.execute(db)
  await sql`alter table weekSessions add column guideId integer references guides (id) on delete set null`.execute(db)
  await sql`create index sessionsOfGuide on weekSessions (guideId)`.execute(db)
  await rebuildTable(
    db,
    'peopleInPictures',
    `id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    fileId integer references files on delete cascade,
    attachmentId integer references newsletterAttachments on delete cascade,
    websitePicture text,
    stepPhotoId integer references stepPhotos on delete cascade,
    check ((fileId is not null) + (attachmentId is not null) + (websitePicture is not null) + (stepPhotoId is not null) = 1)`,
  )
  await sql`create unique index peopleInSteps on peopleInPictures (stepPhotoId, userId)`.execute(db)
}
