import { type Kysely, sql } from 'kysely'

/**
 * The centre's details that tutors saved, which replace the settings. Opening hours are null until a tutor has checked them,
 * because the first start asks only for names and addresses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table centre (
    id integer primary key not null check (id = 1),
    name text not null,
    shortName text not null,
    phone text not null,
    email text not null,
    address text not null,
    openingHours text,
    chy text,
    rcn text,
    cro text,
    social text,
    learningCentre text,
    theme text not null default 'river',
    version integer not null
  ) strict`.execute(db)
}
