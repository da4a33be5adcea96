import { type Kysely, sql } from 'kysely'

/**
 * Everything that two people can edit has a version, by which a save is known that was opened before another's. What was erased
 * says so in a column of its own: until now it was read out of a username and an address. The activity log is asked for one
 * record's lines whenever a file is opened; at 200,000 lines that was a scan of them all.
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
