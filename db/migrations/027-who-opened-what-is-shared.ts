import { type Kysely, sql } from 'kysely'

/** When each student first opened a shared file, which is unknown until now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table fileOpenings (
    fileId integer not null references files on delete cascade,
    userId integer not null references users,
    openedAt text not null,
    primary key (fileId, userId)
  ) strict, without rowid`.execute(db)
  await sql`create index fileOpeningsOfUser on fileOpenings (userId)`.execute(db)
}
