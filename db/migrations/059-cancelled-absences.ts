import { type Kysely, sql } from 'kysely'

/**
 * Absences that were cancelled because the student comes after all: who had reported them, and who cancelled them. The register and the
 * family's other links show them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cancelledAbsences (
    id integer primary key autoincrement not null,
    userId integer not null references users on delete cascade,
    startDate text not null,
    endDate text not null check (endDate >= startDate),
    linkId integer references familyLinks on delete set null,
    saidBy text,
    cancelledByLinkId integer references familyLinks on delete set null,
    cancelledBy text,
    cancelledAt text not null
  ) strict`.execute(db)
  await sql`create index cancelledAbsencesByStudent on cancelledAbsences (userId, endDate)`.execute(db)
  await sql`create index cancelledAbsencesByEnd on cancelledAbsences (endDate)`.execute(db)
  await sql`create index cancelledAbsencesByLink on cancelledAbsences (linkId)`.execute(db)
  await sql`create index cancelledAbsencesByCancellingLink on cancelledAbsences (cancelledByLinkId)`.execute(db)
}
