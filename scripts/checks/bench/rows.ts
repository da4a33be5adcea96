import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { RunningRiverbank } from '../../../app/test/running'
import { months } from '../../../db/choices'

const PEOPLE = 100

// For row n, from 1: a time, a student in turn, and a day before or after the middle of the calendar's first term.
const at = "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || n || ' minutes')"
const student = '(select id from students where place = n / 2 % (select count(*) from students))'
const day = "date('2025-11-01', iif(n % 2, '+', '-') || (n / 2) || ' days')"

const file = (kind: string, isShared: string) => ({
  title: `'${kind} ' || n`,
  description: "'What it is about, in a sentence.'",
  fileName: "'a.pdf'",
  fileType: "'application/pdf'",
  size: '1000',
  storageKey: `'bench ${kind} ' || n`,
  uploadedBy: ':tutor',
  uploadedAt: at,
  isShared,
  studentId: isShared === '1' ? 'null' : `iif(n % 2, null, ${student})`,
})

/** The tables that grow over the years, with each column's value in SQL. */
const tables: [table: string, columns: Record<string, string>][] = [
  ['files', file('Document', 'n % 2')],
  [
    'files',
    { ...file('QQI Certificate Photo', '1'), fileType: "'image/jpeg'", width: '800', height: '600', album: "'qqi'" },
  ],
  ['files', { ...file('Timetable', 'n % 2'), album: "'timetable'" }],
  [
    'events',
    {
      ...{ title: "'Event ' || n", time: "'10:00-11:00'", location: "'Main hall'" },
      day: `cast(strftime('%d', ${day}) as integer)`,
      month: `json_extract('${JSON.stringify(months)}', '$[' || (strftime('%m', ${day}) - 1) || ']')`,
      year: `cast(strftime('%Y', ${day}) as integer)`,
    },
  ],
  [
    'subscribers',
    {
      ...{ email: "'reader-' || n || '@list.example'", name: "'Reader ' || n", isGuardian: 'n % 2' },
      ...{ createdAt: at, token: "'bench-' || n" },
    },
  ],
  [
    'newsletters',
    {
      ...{ title: "'News ' || n", content: "'The choir sang in the hall.' || char(10, 10) || 'We had tea.'" },
      ...{ createdAt: at, status: "iif(n % 2, 'draft', 'sent')", audience: "iif(n % 2, null, 'all')" },
      ...Object.fromEntries(['sentAt', 'goesOutAt', 'publishedAt'].map((name) => [name, `iif(n % 2, null, ${at})`])),
    },
  ],
  [
    'deliveries',
    {
      ...{ kind: "'newsletter'", newsletterId: ':sent', email: "'reader-' || n || '@list.example'" },
      state: "case n % 50 when 0 then 'failed' when 1 then 'uncertain' else 'sent' end",
      ...{ attempts: '1', dueAt: at, createdAt: at, settledAt: at },
    },
  ],
  [
    'enquiries',
    {
      ...{ name: "'Visitor ' || n", email: "'visitor-' || n || '@example.ie'", subject: "'visit'" },
      ...{ message: "'May we come and see you on a Tuesday?'", suspected: 'n % 5 = 0' },
      ...{ createdAt: at, answeredAt: `iif(n % 3, ${at}, null)` },
    },
  ],
  [
    'activity',
    {
      ...{ at, actorId: ':tutor', actorName: "'Aoife Brennan'", action: "iif(n % 2, 'changed', 'looked at')" },
      ...{ noun: "'document'", recordId: 'n', title: "'Document ' || n", studentId: student },
    },
  ],
  [
    'resources',
    {
      ...{ title: "'Resource ' || n", description: "'For families.'", category: "'support'" },
      content: `'<p>Ring us, or <a href="https://example.ie">read more</a>.</p>'`,
      ...{ isPublic: 'n % 2', createdAt: at },
    },
  ],
  [
    'sessions',
    {
      ...{ userId: student, cookieHash: "'bench cookie ' || n", tokenHash: "'bench token ' || n", remember: '0' },
      ...{ createdAt: at, lastUsedAt: at, expiresAt: at },
    },
  ],
  ['tickets', { ticket: "'bench ' || n", savedAt: at }],
]

const open = ({ dataDir }: RunningRiverbank) => new SQLite(join(dataDir, 'riverbank.sqlite'), { timeout: 10_000 })

/** Adds students to a demonstration, by default as many as a large centre has. */
export function addPeople({ change }: RunningRiverbank, people = PEOPLE): void {
  change(
    `insert into users (username, role, firstName, lastName, passwordHash, createdAt)
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
     select 'student.' || n, 'student', 'Student ' || n, 'Byrne', passwordHash, createdAt
     from numbers, users where username = 'demo.student'`,
    people,
  )
}

/**
 * Gives each table that grows over the years as many rows as `sizeOf` says of it, in one transaction, in addition to what the
 * demonstration holds. It is called three times for files: documents without an album, photos (qqi) and timetables.
 */
export function fillTables(riverbank: RunningRiverbank, sizeOf: (table: string, album?: string) => number): void {
  const db = open(riverbank)
  const id = (query: string) => db.prepare(query).pluck().get()
  const tutor = id("select id from users where username = 'demo.tutor'")
  const sent = id("select id from newsletters where status = 'sent' order by id")
  db.transaction(() => {
    for (const [table, columns] of tables) {
      const names = Object.keys(columns).join(', ')
      db.prepare(
        `insert into ${table} (${names})
         with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sizeOf(table, columns.album?.replaceAll("'", ''))}),
           students as (select id, row_number() over (order by id) - 1 as place from users where role = 'student')
         select ${Object.values(columns).join(', ')} from numbers`,
      ).run({ tutor, sent })
    }
    db.exec(`insert into timetables (fileId, startDate, endDate)
      select id, substr(uploadedAt, 1, 10), '2026-12-18' from files
      where album = 'timetable' and id not in (select fileId from timetables)`)
    db.exec(`insert into deliveries (kind, enquiryId, email, state, attempts, dueAt, createdAt, settledAt)
      select 'enquiry', id, 'office@example.ie', 'sent', 1, createdAt, createdAt, createdAt from enquiries
      where suspected = 0 and not exists (select 1 from deliveries where enquiryId = enquiries.id)`)
    db.exec(`insert into newsletterAttachments (newsletterId, title, fileName, fileType, size, storageKey, secret, createdAt)
      select id, 'The choir', 'a.pdf', 'application/pdf', 1000, 'bench ' || id, 'bench ' || id, createdAt from newsletters
      where not exists (select 1 from newsletterAttachments where newsletterId = newsletters.id)`)
  })()
  db.close()
}
