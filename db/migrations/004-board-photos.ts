import { type Kysely, sql } from 'kysely'

/** Photos of board members, stored like files. The photo's id replaces `profileImage`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table boardPhotos (
    id integer primary key autoincrement,
    memberId integer not null unique references boardMembers on delete cascade,
    storageKey text not null unique,
    fileType text not null
  ) strict`.execute(db)

  await sql`alter table boardMembers drop column profileImage`.execute(db)
}
