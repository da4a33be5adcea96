import { type Kysely, sql } from 'kysely'

/**
 * Indexes for queries that still read a whole table: the API's lists, expired rows, mails in flight, people by role, and a person's
 * log lines. Indexes for foreign keys, which SQLite checks when rows change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index filesOfAlbum on files (album, uploadedAt)`.execute(db)
  await sql`create index filesOfUploader on files (uploadedBy)`.execute(db)
  await sql`drop index timetablesByStart`.execute(db)
  // Timetables without a date come last. A cursor can't be compared with null.
  await sql`create index timetablesByStart on timetables (coalesce(startDate, ''))`.execute(db)
  // Every index contains the id, because lists are sorted by it.
  await sql`drop index activityOfStudent`.execute(db)
  await sql`create index activityOfStudent on activity (studentId)`.execute(db)
  await sql`create index activityOfActor on activity (actorId)`.execute(db)
  await sql`create index activityByTime on activity (at)`.execute(db)
  await sql`create index enquiriesOfAnswerer on enquiries (answeredBy)`.execute(db)
  await sql`create index mailsInFlight on deliveries (state) where state = 'sending'`.execute(db)
  await sql`create index readersToForget on deliveries (kind, settledAt) where erasedAt is null`.execute(db)
  await sql`create index mailsToForget on deliveries (settledAt)
    where kind not in ('newsletter', 'enquiry')`.execute(db)
  await sql`create index unconfirmedSubscribers on subscribers (createdAt) where confirmToken is not null`.execute(db)
  await sql`create index sessionsByExpiry on sessions (expiresAt)`.execute(db)
  await sql`create index sessionsByEnd on sessions (endedAt) where endedAt is not null`.execute(db)
  await sql`create index interruptedFormsByTime on interruptedForms (createdAt)`.execute(db)
  await sql`create index usersByRole on users (role, closedAt, firstName, lastName)`.execute(db)
  await sql`create index usersOfDemonstration on users (demonstration)`.execute(db)
}
