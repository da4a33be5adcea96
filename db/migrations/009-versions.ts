import { type Kysely, sql } from 'kysely'

/**
 * Versions of everything that two people can edit, by which a conflict is detected. Columns for what was erased, until now derived
 * from a username and an address. An index for the log's lines of one record, queried whenever a file is opened: a full scan at
 * 200,000 lines.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['events', 'files', 'users', 'subscribers'])
    await sql`alter table ${sql.table(table)} add column version integer not null default 1`.execute(db)

  await sql`alter table users add column erasedAt text`.execute(db)
  await sql`update users set erasedAt = coalesce(closedAt, createdAt) where username like 'erased %'`.execute(db)
  await sql`alter table deliveries add column erasedAt text`.execute(db)
  await sql`update deliveries set erasedAt = coalesce(settledAt, createdAt)
    where email = 'An address that was erased'`.execute(db)

  await sql`create index activityOfRecord on activity (noun, recordId, action, at)`.execute(db)
}
