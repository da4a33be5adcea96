import { type Kysely, sql } from 'kysely'

/**
 * Photos and recordings as answers to questions. Photos of answers are a fifth kind of picture with students in it, so the table of
 * marks is rebuilt: SQLite can't change a check.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table questions add column allowsVoice integer not null default 0 check (allowsVoice in (0, 1))`.execute(
    db,
  )
  await sql`create table answerPhotos (
    id integer primary key autoincrement not null,
    questionId integer not null references questions (id) on delete cascade,
    answer integer not null,
    fileType text not null,
    size integer not null,
    width integer not null,
    height integer not null,
    storageKey text not null,
    secret text not null,
    createdAt text not null,
    whoIsIn text not null default 'unsaid' check (whoIsIn in ('unsaid', 'said', 'erased'))
  ) strict`.execute(db)
  await sql`create unique index photosOfAnswers on answerPhotos (questionId, answer)`.execute(db)
  await sql`create table spokenAnswers (
    id integer primary key autoincrement not null,
    userId integer not null references users (id) on delete cascade,
    questionId integer not null references questions (id) on delete cascade,
    fileType text not null,
    size integer not null,
    seconds integer,
    storageKey text not null,
    recordedAt text not null
  ) strict`.execute(db)
  await sql`create unique index spokenAnswersByStudent on spokenAnswers (userId, questionId)`.execute(db)
  await sql`create index spokenAnswersByQuestion on spokenAnswers (questionId)`.execute(db)
  await rebuildMarks(db)
}

async function rebuildMarks(db: Kysely<unknown>): Promise<void> {
  const { rows: indexes } = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'index' and tbl_name = 'peopleInPictures' and sql is not null`.execute(db)
  await sql`create table peopleInPicturesRebuilt (
    id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    fileId integer references files on delete cascade,
    attachmentId integer references newsletterAttachments on delete cascade,
    websitePicture text,
    stepPhotoId integer references stepPhotos on delete cascade,
    answerPhotoId integer references answerPhotos on delete cascade,
    check ((fileId is not null) + (attachmentId is not null) + (websitePicture is not null) + (stepPhotoId is not null)
      + (answerPhotoId is not null) = 1)
  ) strict`.execute(db)
  // A mark's id is its picture's version, which must not return.
  await sql`insert into sqlite_sequence (name, seq)
    select 'peopleInPicturesRebuilt', seq from sqlite_sequence where name = 'peopleInPictures'`.execute(db)
  const columns = sql.raw('id, userId, fileId, attachmentId, websitePicture, stepPhotoId')
  await sql`insert into peopleInPicturesRebuilt (${columns}) select ${columns} from peopleInPictures`.execute(db)
  await sql`drop table peopleInPictures`.execute(db)
  await sql`alter table peopleInPicturesRebuilt rename to peopleInPictures`.execute(db)
  for (const index of indexes) await sql.raw(index.sql).execute(db)
  await sql`create unique index peopleInAnswers on peopleInPictures (answerPhotoId, userId)`.execute(db)
}
