import { type Kysely, sql } from 'kysely'

/** The calendar shows the term of the day: nothing reads the term that tutors chose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from portalSettings where name = 'term'`.execute(db)
}
