import { type Kysely, sql } from 'kysely'

/**
 * The centre's details as its tutors saved them, in place of the settings'. Opening hours are null until somebody has looked at
 * them: a first start asks for names and addresses alone.
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
