import { type Kysely, sql } from 'kysely'

/**
 * Limits on rows by one person: repeats in a log line, changes in a day by a student or a family link, and hashed senders of forms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activity add column times integer not null default 1`.execute(db)
  for (const table of ['users', 'familyLinks']) {
    await sql`alter table ${sql.table(table)} add column changesOn text`.execute(db)
    await sql`alter table ${sql.table(table)} add column changesThatDay integer not null default 0`.execute(db)
  }
  await sql`alter table tickets add column sender text`.execute(db)
  await sql`create index ticketsBySender on tickets (sender, savedAt)`.execute(db)
}
