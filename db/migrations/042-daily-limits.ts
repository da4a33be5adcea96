import { type Kysely, sql } from 'kysely'

/**
 * How often a line of the log happened that day; how many changes a student, or a family link, made on the last day of one; and who sent a
 * form, as a hash: so that one person can't fill a table.
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
