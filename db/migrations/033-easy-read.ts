import { type Kysely, sql } from 'kysely'

/** Easy Read versions of records, as HTML; null if there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['resources', 'strategicPlans', 'notices', 'newsletters'])
    await sql`alter table ${sql.table(table)} add column easyRead text`.execute(db)
}
