import { type Kysely, sql } from 'kysely'

/** The line under the centre's name, which tutors can change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table centre add column tagline text not null default 'Day Service for Adults with Intellectual Disabilities'
  `.execute(db)
}
