import { type Kysely, sql } from 'kysely'

/**
 * The newest log line about their own log-in that each tutor has seen. Mails to the office about such a line. Kinds of mail are
 * listed in db/tables from now on, because SQLite can't change a check.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column toldUpTo integer not null default 0`.execute(db)
  await sql`update users set toldUpTo = coalesce((select max(id) from activity), 0)`.execute(db)

  const { rows: indexes } = await sql<{ sql: string }>`select sql from sqlite_master
    where type = 'index' and tbl_name = 'deliveries' and sql is not null`.execute(db)
  await sql`create table deliveriesRebuilt (
    id integer primary key autoincrement,
    kind text not null check (kind <> ''),
    newsletterId integer references newsletters on delete cascade,
    subscriberId integer references subscribers on delete set null,
    enquiryId integer references enquiries on delete cascade,
    activityId integer,
    email text not null,
    name text,
    state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed', 'uncertain')),
    attempts integer not null default 0,
    dueAt text not null,
    reason text,
    createdAt text not null,
    settledAt text,
    erasedAt text
  ) strict`.execute(db)
  // The id of a deleted mail must not be reused, because its Message-ID contains it.
  await sql`insert into sqlite_sequence (name, seq)
    select 'deliveriesRebuilt', seq from sqlite_sequence where name = 'deliveries'`.execute(db)
  const columns = sql.raw(
    'id, kind, newsletterId, subscriberId, enquiryId, email, name, state, attempts, dueAt, reason, createdAt, settledAt, erasedAt',
  )
  await sql`insert into deliveriesRebuilt (${columns}) select ${columns} from deliveries`.execute(db)
  await sql`drop table deliveries`.execute(db)
  await sql`alter table deliveriesRebuilt rename to deliveries`.execute(db)
  for (const index of indexes) await sql.raw(index.sql).execute(db)
}
