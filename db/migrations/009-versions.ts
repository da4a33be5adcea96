import { type Kysely, sql } from 'kysely'

/**
 * Versions of all records that two people can edit, to detect conflicts. Columns that mark erased rows, which so far had special
 * usernames and addresses. An index for a record's log lines, which every opened file queries: 200,000 lines took a full scan.
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
  await orderLists(db)
}

/** An index in the order of each list with pages, so that SQLite need not read and sort the whole list. */
async function orderLists(db: Kysely<unknown>) {
  const month = sql.join(
    months.map((name, index) => sql`when ${sql.lit(name)} then ${sql.lit(index + 1)}`),
    sql` `,
  )
  await sql`alter table events add column date text
    generated always as (printf('%04d-%02d-%02d', year, case month ${month} end, day)) virtual`.execute(db)
  await sql`create index eventsByDate on events (date)`.execute(db)
  await sql`create index filesOfList on files (album, isShared, studentId, uploadedAt)`.execute(db)
  await sql`create index newslettersByCreation on newsletters (createdAt)`.execute(db)
  await sql`create index newslettersOnWebsite on newsletters (status, sentAt) where publishedAt is not null`.execute(db)
  await sql`create index usersByName on users (erasedAt, closedAt, firstName, lastName)`.execute(db)
}

const months = 'January February March April May June July August September October November December'.split(' ')
