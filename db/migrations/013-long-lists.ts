import { type Kysely, sql } from 'kysely'

/** Indexes for the order of the remaining lists with pages, and for their counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index timetablesByStart on timetables (startDate)`.execute(db)
  await sql`create index resourcesByCreation on resources (createdAt)`.execute(db)
  await sql`create index publicResourcesByCreation on resources (isPublic, createdAt)`.execute(db)
  await sql`create index subscribersByCreation on subscribers (createdAt)`.execute(db)
  await sql`create index subscribersOfAudience on subscribers (active, isGuardian)`.execute(db)
  await sql`create index enquiriesOfList on enquiries (suspected, answeredAt is not null, createdAt desc, id desc)`.execute(
    db,
  )
  await sql`create index deliveriesByOutcome on deliveries (newsletterId, kind, state, email)`.execute(db)
  await sql`create index photosByNumber on files (substr(title, 1, 22), cast(substr(title, 23) as integer))
    where album = 'qqi'`.execute(db)
  await sql`create index livingSessions on sessions (userId, expiresAt) where endedAt is null`.execute(db)
}
