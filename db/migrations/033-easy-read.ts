import { type Kysely, sql } from 'kysely'

/** What a record says in Easy Read, as HTML; null where nobody wrote it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['resources', 'strategicPlans', 'notices', 'newsletters'])
    await sql`alter table ${sql.table(table)} add column easyRead text`.execute(db)
}
