import { type Kysely, sql } from 'kysely'

/**
 * Each student's first and last day at the centre. Until tutors change them, they are the days on which the account was added and closed,
 * or of the register's lines before and after. Usernames of erased people, as hashes, so that none is given again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column firstDay text`.execute(db)
  await sql`alter table users add column lastDay text`.execute(db)
  await sql`update users set
      firstDay = min(substr(createdAt, 1, 10), coalesce((select min(date) from attendance where userId = users.id), '9999')),
      lastDay = max(substr(closedAt, 1, 10), coalesce((select max(date) from attendance where userId = users.id), ''))
    where role = 'student' and erasedAt is null and demonstration = 0`.execute(db)
  await sql`create table usedUsernames (usernameHash text primary key) strict`.execute(db)
}
