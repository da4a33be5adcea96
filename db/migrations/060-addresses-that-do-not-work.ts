import { type Kysely, sql } from 'kysely'

/** The newsletters that mail servers refused for good for each subscriber since a mail was accepted, as a JSON list of ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscribers add column refusedNewsletters text not null default '[]'`.execute(db)
}
