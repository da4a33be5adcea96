import { type Kysely, sql } from 'kysely'

/** The second step of tutors' log-ins, and recovery codes for a lost phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table secondSteps (
    userId integer primary key references users on delete cascade,
    lockedKey text not null,
    begunAt text not null,
    confirmedAt text,
    lastTimeStep integer not null default 0,
    recoverySalt text not null default ''
  ) strict`.execute(db)

  await sql`create table recoveryCodes (
    id integer primary key autoincrement,
    userId integer not null references secondSteps on delete cascade,
    codeHash text not null,
    unique (userId, codeHash)
  ) strict`.execute(db)
}
