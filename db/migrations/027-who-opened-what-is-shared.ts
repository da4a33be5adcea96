import { type Kysely, sql } from 'kysely'

/** Which students opened a file that is for all of them, and when they first did: not known of the time before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table fileOpenings (
    fileId integer not null references files on delete cascade,
    userId integer not null references users,
    openedAt text not null,
    primary key (fileId, userId)
  ) strict, without rowid`.execute(db)
  await sql`create index fileOpeningsOfUser on fileOpenings (userId)`.execute(db)
}
