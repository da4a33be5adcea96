import { type Kysely, sql } from 'kysely'

/**
 * Marks the accounts of a demonstration, which are open only while it runs. Recognises earlier ones by their usernames. Closed and
 * erased accounts stay unchanged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column demonstration integer not null default 0 check (demonstration in (0, 1))`.execute(
    db,
  )
  // A centre's own account is unlikely to have such a name, and a demonstration account left open has a public password.
  await sql`update users set demonstration = 1
    where username in ('demo.tutor', 'demo.student', 'demo.student2') and closedAt is null`.execute(db)
}
