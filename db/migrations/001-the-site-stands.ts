import { type Kysely, sql } from 'kysely'

/** Accounts and sessions, enquiries and subscribers, files, board members and strategic plans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table users (
    id integer primary key autoincrement,
    username text not null collate nocase unique,
    passwordHash text not null,
    role text not null check (role in ('student', 'tutor')),
    firstName text not null,
    lastName text not null,
    createdAt text not null,
    closedAt text
  ) strict`.execute(db)

  await sql`create table sessions (
    id integer primary key autoincrement,
    userId integer not null references users on delete cascade,
    cookieHash text not null unique,
    tokenHash text not null unique,
    remember integer not null check (remember in (0, 1)),
    createdAt text not null,
    lastUsedAt text not null,
    expiresAt text not null,
    endedAt text
  ) strict`.execute(db)
  await sql`create index sessionsOfUser on sessions (userId)`.execute(db)

  await sql`create table enquiries (
    id integer primary key autoincrement,
    name text not null,
    email text not null,
    phone text,
    subject text not null check (subject in ('general', 'programmes', 'visit', 'other')),
    message text not null,
    suspected integer not null default 0 check (suspected in (0, 1)),
    createdAt text not null
  ) strict`.execute(db)

  await sql`create table subscribers (
    id integer primary key autoincrement,
    email text not null collate nocase unique,
    name text,
    isGuardian integer not null default 0 check (isGuardian in (0, 1)),
    studentName text,
    active integer not null default 1 check (active in (0, 1)),
    createdAt text not null
  ) strict`.execute(db)

  await sql`create table files (
    id integer primary key autoincrement,
    title text not null,
    description text,
    fileName text not null,
    fileType text not null,
    size integer not null,
    width integer,
    height integer,
    storageKey text not null unique,
    isShared integer not null default 0 check (isShared in (0, 1)),
    studentId integer references users,
    album text check (album in ('qqi', 'timetable')),
    uploadedBy integer not null references users,
    uploadedAt text not null,
    check (isShared = 0 or studentId is null)
  ) strict`.execute(db)
  await sql`create index filesOfStudent on files (studentId)`.execute(db)

  await sql`create table boardMembers (
    id integer primary key autoincrement,
    name text not null,
    position text not null,
    bio text,
    profileImage text,
    linkedIn text,
    email text,
    isCurrent integer not null default 1 check (isCurrent in (0, 1)),
    startDate text,
    endDate text,
    displayOrder real not null default 0 check (displayOrder >= 0)
  ) strict`.execute(db)

  await sql`create table strategicPlans (
    id integer primary key autoincrement,
    title text not null,
    description text,
    content text not null,
    documentUrl text,
    startYear integer not null check (startYear between 2000 and 2100),
    endYear integer not null check (endYear between 2000 and 2100),
    isActive integer not null default 1 check (isActive in (0, 1))
  ) strict`.execute(db)
}
