import { type Kysely, sql } from 'kysely'

/** Photos of board members: their bytes are kept with the files', and `profileImage` is made from the photo's id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table boardPhotos (
    id integer primary key autoincrement,
    memberId integer not null unique references boardMembers on delete cascade,
    storageKey text not null unique,
    fileType text not null
  ) strict`.execute(db)

  await sql`alter table boardMembers drop column profileImage`.execute(db)
}
