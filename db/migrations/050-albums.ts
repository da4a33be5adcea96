import { type Kysely, sql } from 'kysely'

/** Albums of photos. Earlier photos stay with the photo notice, which is none of these albums. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table albums (
    id integer primary key autoincrement not null,
    title text not null,
    text text not null,
    isHiddenWhenEmpty integer not null check (isHiddenWhenEmpty in (0, 1)),
    createdAt text not null,
    version integer not null default 1
  ) strict`.execute(db)
  await sql`alter table files add column albumId integer references albums (id)`.execute(db)
  await sql`create index photosOfAlbum on files (albumId, album, isShared, studentId, uploadedAt)`.execute(db)
}
