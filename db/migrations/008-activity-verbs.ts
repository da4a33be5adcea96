import { type Kysely, sql } from 'kysely'

/**
 * More verbs in the activity log, listed in db/tables/people.ts instead of a check of the table, because SQLite can't change a
 * check without rebuilding the table. Older lines get a new verb if its meaning is certain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Read from the database, which also has the indexes of other migrations.
  const { rows: indexes } = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'index' and tbl_name = 'activity' and sql is not null`.execute(db)

  await sql`create table activityRebuilt (
    id integer primary key autoincrement,
    at text not null,
    actorId integer references users on delete set null,
    actorName text not null,
    action text not null check (action <> ''),
    noun text not null,
    recordId integer not null,
    title text not null,
    studentId integer references users on delete set null
  ) strict`.execute(db)
  // The id of a line that was erased with a person must not be reused.
  await sql`insert into sqlite_sequence (name, seq)
    select 'activityRebuilt', seq from sqlite_sequence where name = 'activity'`.execute(db)
  await sql`insert into activityRebuilt (id, at, actorId, actorName, action, noun, recordId, title, studentId)
    select id, at, actorId, actorName, action, noun, recordId, title, studentId from activity`.execute(db)
  await sql`drop table activity`.execute(db)
  await sql`alter table activityRebuilt rename to activity`.execute(db)
  for (const index of indexes) await sql.raw(index.sql).execute(db)

  await sql`update activity set action = 'exported' where action = 'looked at' and noun = 'subscribers'`.execute(db)
  await sql`update activity set action = 'imported' where action = 'added' and noun = 'subscribers'`.execute(db)
  await sql`update activity set action = 'resumed', title = case title
      when 'Sending goes on' then 'with all that waited' else 'without the newsletters that waited' end
    where action = 'changed' and noun = 'sending'`.execute(db)
  await sql`update activity set action = 'erased' where action = 'deleted' and
    ((noun = 'account' and title = 'Erased person') or (noun = 'subscriber' and title = 'An address that was erased'))`.execute(
    db,
  )
}
