import { type Kysely, sql } from 'kysely'

/**
 * The form that each subscriber used, and for those added by a tutor, who vouches for their consent, and how. Null if not recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscribers add column agreedFrom text`.execute(db)
  await sql`alter table subscribers add column vouchedFor text`.execute(db)
  await sql`alter table subscribers add column vouchedById integer references users`.execute(db)
}
