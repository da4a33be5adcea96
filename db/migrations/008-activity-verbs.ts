import { type Kysely, sql } from 'kysely'

/**
 * The activity log says by a verb of its own what was done, and the list of verbs is the program's (db/schema.ts), not the table's
 * any more: SQLite can't change a check, and a log that is rebuilt for each new verb is no log. Of the lines before, those that
 * can have meant only one thing get the verb for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Read from the database: those of another migration are to stay, too.
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
  // A line that was forgotten with an erased person must not lend its number to a new one.
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
