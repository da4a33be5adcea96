import { type Kysely, sql } from 'kysely'

/**
 * Terms that a centre changes, and when a person's data was last taken out. What had no term before is held at a centre that is there
 * already: nothing of it is removed until a tutor has looked at the terms and saved them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column exportedAt text`.execute(db)
  // Else a change of a person reads all subscribers, for what they vouch for.
  await sql`create index subscribersByVoucher on subscribers (vouchedById)`.execute(db)
  await sql`create index enquiriesAnswered on enquiries (answeredAt) where suspected = 0`.execute(db)
  await sql`create index spamByTime on enquiries (createdAt) where suspected = 1`.execute(db)
  await sql`insert or ignore into portalSettings (name, value)
    select 'retention', '{"version":1,"held":["enquiries","leftFiles","closedAccounts"]}' where exists (select 1 from users)`.execute(
    db,
  )
}
