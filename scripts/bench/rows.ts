import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { RunningRiverbank } from '../../app/test/running'
import { months } from '../../db/choices'

const DAY = 86_400_000
const PEOPLE = 100
/** The middle of the calendar's first term. */
const MIDDLE = Date.UTC(2025, 10, 1)

type Value = string | number | null

/** Where the rows of a table belong. */
interface Known {
  tutor: number
  students: number[]
  /** The newsletter whose page the bench opens. */
  sent: number
}

/** The columns of a table that grows, and its row of a number from 1. */
interface Growing {
  table: string
  row: (number: number, known: Known) => Record<string, Value>
}

const at = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
const pick = <Item>(items: Item[], number: number) => items[number % items.length]!
const file = (kind: string, number: number, { tutor }: Known) => ({
  title: `${kind} ${number}`,
  description: 'What it is about, in a sentence.',
  fileName: 'a.pdf',
  fileType: 'application/pdf',
  size: 1000,
  storageKey: `bench ${kind} ${number}`,
  uploadedBy: tutor,
  uploadedAt: at(number),
})

/** An event's day: one a day, to both sides of the term's middle, so that a term holds as many as it would after years. */
function dayOf(number: number) {
  const date = new Date(MIDDLE + (number % 2 ? 1 : -1) * (number >> 1) * DAY)
  return { day: date.getUTCDate(), month: months[date.getUTCMonth()]!, year: date.getUTCFullYear() }
}

const tables: Growing[] = [
  {
    table: 'files',
    row: (number, known) => {
      const isShared = number % 2
      return {
        ...file('Document', number, known),
        isShared,
        studentId: isShared ? null : pick(known.students, number >> 1),
      }
    },
  },
  {
    table: 'files',
    row: (number, known) => ({
      ...file('QQI Certificate Photo', number, known),
      ...{ fileType: 'image/jpeg', width: 800, height: 600, isShared: 1, album: 'qqi' },
    }),
  },
  {
    table: 'files',
    row: (number, known) => {
      const isShared = number % 2
      const studentId = isShared ? null : pick(known.students, number >> 1)
      return { ...file('Timetable', number, known), isShared, studentId, album: 'timetable' }
    },
  },
  {
    table: 'events',
    row: (number) => ({ title: `Event ${number}`, time: '10:00-11:00', location: 'Main hall', ...dayOf(number) }),
  },
  {
    table: 'subscribers',
    row: (number) => ({
      email: `reader-${number}@list.example`,
      name: `Reader ${number}`,
      isGuardian: number % 2,
      createdAt: at(number),
      token: `bench-${number}`,
    }),
  },
  {
    table: 'newsletters',
    row: (number) => {
      const newsletter = {
        title: `News ${number}`,
        content: 'The choir sang in the hall.\n\nWe had tea.',
        createdAt: at(number),
      }
      const times = { sentAt: at(number), goesOutAt: at(number), publishedAt: at(number) }
      return number % 2 ? newsletter : { ...newsletter, ...times, status: 'sent', audience: 'all' }
    },
  },
  {
    table: 'deliveries',
    row: (number, { sent }) => ({
      kind: 'newsletter',
      newsletterId: sent,
      email: `reader-${number}@list.example`,
      state: number % 50 === 0 ? 'failed' : number % 50 === 1 ? 'uncertain' : 'sent',
      attempts: 1,
      dueAt: at(number),
      createdAt: at(number),
      settledAt: at(number),
    }),
  },
  {
    table: 'enquiries',
    row: (number) => ({
      name: `Visitor ${number}`,
      email: `visitor-${number}@example.ie`,
      subject: 'visit',
      message: 'May we come and see you on a Tuesday?',
      suspected: number % 5 === 0 ? 1 : 0,
      createdAt: at(number),
      answeredAt: number % 3 ? at(number) : null,
    }),
  },
  {
    table: 'activity',
    row: (number, { tutor, students }) => ({
      at: at(number),
      actorId: tutor,
      actorName: 'Aoife Brennan',
      action: number % 2 ? 'changed' : 'looked at',
      noun: 'document',
      recordId: number,
      title: `Document ${number}`,
      studentId: pick(students, number),
    }),
  },
  {
    table: 'resources',
    row: (number) => ({
      title: `Resource ${number}`,
      description: 'For families.',
      content: '<p>Ring us, or <a href="https://example.ie">read more</a>.</p>',
      category: 'support',
      isPublic: number % 2,
      createdAt: at(number),
    }),
  },
  {
    table: 'sessions',
    row: (number, { students }) => ({
      userId: pick(students, number),
      cookieHash: `bench cookie ${number}`,
      tokenHash: `bench token ${number}`,
      remember: 0,
      createdAt: at(number),
      lastUsedAt: at(number),
      expiresAt: at(number),
    }),
  },
  { table: 'tickets', row: (number) => ({ ticket: `bench ${number}`, savedAt: at(number) }) },
]

function open({ dataDir }: RunningRiverbank): SQLite.Database {
  return new SQLite(join(dataDir, 'riverbank.sqlite'), { timeout: 10_000 })
}

/** Adds students to a demonstration: as many as a large centre has, unless told otherwise. */
export function addPeople(riverbank: RunningRiverbank, people = PEOPLE): void {
  const db = open(riverbank)
  const insert = db.prepare(
    `insert into users (username, role, firstName, lastName, passwordHash, createdAt)
     select ?, 'student', ?, 'Byrne', passwordHash, createdAt from users where username = 'demo.student'`,
  )
  db.transaction(() => {
    for (let number = 1; number <= people; number += 1) insert.run(`student.${number}`, `Student ${number}`)
  })()
  db.close()
}

/** The rows that each table was given so far, by running product. */
const given = new WeakMap<RunningRiverbank, number>()

/**
 * Gives each table that grows over the years `size` rows, or as many as `size` says of it, in one transaction, beside what the
 * demonstration holds. Of files, there are as many documents, photos and timetables.
 */
export function fillTo(riverbank: RunningRiverbank, size: number | ((table: string) => number)): void {
  const sizeOf = typeof size === 'number' ? () => size : size
  const db = open(riverbank)
  const ids = (query: string) => db.prepare(query).pluck().all() as number[]
  const known: Known = {
    tutor: ids("select id from users where username = 'demo.tutor'")[0]!,
    students: ids("select id from users where role = 'student' order by id"),
    sent: ids("select id from newsletters where status = 'sent' order by id")[0]!,
  }
  const first = (given.get(riverbank) ?? 0) + 1
  db.transaction(() => {
    for (const { table, row } of tables) {
      // A column that only some rows of a table fill is null in the others.
      const columns = [...new Set([1, 2].flatMap((number) => Object.keys(row(number, known))))]
      const insert = db.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => `:${name}`).join(', ')})`,
      )
      const nothing = Object.fromEntries(
        columns.map((name) => [name, table === 'newsletters' && name === 'status' ? 'draft' : null]),
      )
      for (let number = first; number <= sizeOf(table); number += 1) insert.run({ ...nothing, ...row(number, known) })
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
  if (typeof size === 'number') given.set(riverbank, size)
}
