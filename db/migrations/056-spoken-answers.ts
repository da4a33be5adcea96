import { type Kysely, sql } from 'kysely'
import { rebuildTable } from '../rebuild-table'

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
    storageKey text not null unique,
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
    storageKey text not null unique,
    recordedAt text not null
  ) strict`.execute(db)
  await sql`create unique index spokenAnswersByStudent on spokenAnswers (userId, questionId)`.execute(db)
  await sql`create index spokenAnswersByQuestion on spokenAnswers (questionId)`.execute(db)
  await rebuildTable(
    db,
    'peopleInPictures',
    `id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    fileId integer references files on delete cascade,
    attachmentId integer references newsletterAttachments on delete cascade,
    websitePicture text,
    stepPhotoId integer references stepPhotos on delete cascade,
    answerPhotoId integer references answerPhotos on delete cascade,
    check ((fileId is not null) + (attachmentId is not null) + (websitePicture is not null) + (stepPhotoId is not null)
      + (answerPhotoId is not null) = 1)`,
  )
  await sql`create unique index peopleInAnswers on peopleInPictures (answerPhotoId, userId)`.execute(db)
}
