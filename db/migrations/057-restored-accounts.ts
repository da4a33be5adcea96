import { type Kysely, sql } from 'kysely'

/**
 * Accounts that a restore opened again without a database to compare with, until a tutor confirms each. What a restore carries over from
 * the replaced database is now more than consents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table restoredAccounts (
    userId integer primary key references users on delete cascade,
    lastSeenAt text
  ) strict`.execute(db)
  await sql`update or ignore portalSettings set name = 'carriedByRestore' where name = 'consentsCarried'`.execute(db)
}
