import { type Kysely, sql } from 'kysely'

/** Resources for families, and versions of records, so that no tutor overwrites another's change unnoticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table resources (
    id integer primary key autoincrement,
    title text not null,
    description text,
    content text not null,
    category text not null check (category in ('support', 'information', 'community')),
    isPublic integer not null default 1 check (isPublic in (0, 1)),
    createdAt text not null,
    version integer not null default 1
  ) strict`.execute(db)

  await sql`alter table boardMembers add column version integer not null default 1`.execute(db)
  await sql`alter table strategicPlans add column version integer not null default 1`.execute(db)
}
