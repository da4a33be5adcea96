import { type Kysely, sql } from 'kysely'

/**
 * Marks the accounts of a demonstration, which are open only while it runs. Those of earlier demonstrations are recognised by their
 * usernames; closed and erased ones stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column demonstration integer not null default 0 check (demonstration in (0, 1))`.execute(
    db,
  )
  // A centre's own account with such a name is unlikely. Closed by mistake it is soon replaced; left open it has a known
  // password.
  await sql`update users set demonstration = 1
    where username in ('demo.tutor', 'demo.student', 'demo.student2') and closedAt is null`.execute(db)
}
