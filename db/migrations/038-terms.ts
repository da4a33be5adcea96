import { type Kysely, sql } from 'kysely'

/**
 * Retention periods that a centre can change, and when a person's data was last exported. At an existing centre the new periods are
 * held: they remove nothing until a tutor has checked and saved them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column exportedAt text`.execute(db)
  // Otherwise SQLite reads all subscribers when a person changes.
  await sql`create index subscribersByVoucher on subscribers (vouchedById)`.execute(db)
  await sql`create index enquiriesAnswered on enquiries (answeredAt) where suspected = 0`.execute(db)
  await sql`create index spamByTime on enquiries (createdAt) where suspected = 1`.execute(db)
  await sql`insert or ignore into portalSettings (name, value)
    select 'retention', '{"version":1,"held":["enquiries","leftFiles","closedAccounts"]}' where exists (select 1 from users)`.execute(
    db,
  )
}
