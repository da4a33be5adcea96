import { type Kysely, sql } from 'kysely'

/** From which form each subscriber came, and for those whom a tutor added, who says that they agreed, and how. Null: not recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscribers add column agreedFrom text`.execute(db)
  await sql`alter table subscribers add column vouchedFor text`.execute(db)
  await sql`alter table subscribers add column vouchedById integer references users`.execute(db)
}
