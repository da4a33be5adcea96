import { type Kysely, sql } from 'kysely'

/** Questions of tutors to students. An answer is the index of a choice. Rows about one person have a userId. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table questions (
    id integer primary key autoincrement not null,
    question text not null,
    answers text not null,
    isForAll integer not null check (isForAll in (0, 1)),
    until text not null,
    createdAt text not null,
    version integer not null default 1
  ) strict`.execute(db)
  await sql`create index questionsByDay on questions (until)`.execute(db)
  await sql`create table questionStudents (
    userId integer not null references users (id),
    questionId integer not null references questions (id) on delete cascade,
    primary key (userId, questionId)
  ) without rowid`.execute(db)
  await sql`create index questionStudentsByQuestion on questionStudents (questionId)`.execute(db)
  await sql`create table questionAnswers (
    userId integer not null references users (id),
    questionId integer not null references questions (id) on delete cascade,
    answer integer not null check (answer between 0 and 3),
    answeredAt text not null,
    primary key (userId, questionId)
  ) without rowid`.execute(db)
  await sql`create index questionAnswersByQuestion on questionAnswers (questionId)`.execute(db)
}
