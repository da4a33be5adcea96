import { type Kysely, sql } from 'kysely'

/** The text of the public pages. Each row is a page after a change; the newest is public. Unpublished drafts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table websiteVersions (
    id integer primary key autoincrement not null,
    page text not null,
    version integer not null,
    shape integer not null,
    words text not null,
    own text not null,
    savedAt text not null,
    savedById integer references users on delete set null,
    savedBy text not null,
    deed text not null,
    unique (page, version)
  ) strict`.execute(db)
  await sql`create index websiteVersionsOfPerson on websiteVersions (savedById)`.execute(db)
  await sql`create table websiteDrafts (
    page text not null,
    section text not null,
    userId integer not null references users on delete cascade,
    version integer not null,
    shape integer not null,
    words text not null,
    savedAt text not null,
    primary key (page, section, userId)
  ) strict, without rowid`.execute(db)
  await sql`create index websiteDraftsOfPerson on websiteDrafts (userId)`.execute(db)
}
