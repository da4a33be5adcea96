import { type Kysely, sql } from 'kysely'

/**
 * Which accounts belong to a demonstration: they are open only while it runs. Those of earlier demonstrations are known by
 * their usernames; one that somebody closed or erased stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column demonstration integer not null default 0 check (demonstration in (0, 1))`.execute(
    db,
  )
  // A centre's own account could be called so, but hardly is; closed by mistake it is soon replaced, left open it is a known password.
  await sql`update users set demonstration = 1
    where username in ('demo.tutor', 'demo.student', 'demo.student2') and closedAt is null`.execute(db)
}
