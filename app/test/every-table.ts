import type SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import type { Database } from '~db/schema'

/** Values that the tables' checks ask for. All other columns get the same kinds of value. */
const checkedValues: Record<string, Record<string, string | number | null>> = {
  users: { role: 'tutor' },
  enquiries: { subject: 'visit' },
  subscribers: { agreedOn: 'page' },
  files: { album: 'qqi', whoIsIn: 'said', isShared: 0 },
  boardMembers: { displayOrder: 1.5 },
  strategicPlans: { startYear: 2026, endYear: 2029 },
  resources: { category: 'support' },
  newsletters: { status: 'sent', audience: 'all', format: 'plain', leavesAt: null, leavesTo: null },
  newsletterAttachments: { whoIsIn: 'said' },
  websitePictures: { fallback: 'jpg', whoIsIn: 'said' },
  deliveries: { state: 'sent' },
  weekSessions: { weekday: 'Monday', from: '09:30', to: '10:30' },
  absences: { startDate: '2026-11-23', endDate: '2026-11-24' },
  cancelledAbsences: { startDate: '2026-11-23', endDate: '2026-11-24' },
  stepPhotos: { whoIsIn: 'said' },
  attendance: { state: 'here' },
  shownAtHome: { day: null, sessions: null },
  photoConsents: { use: 'print', answer: 'yes', ownWord: 'yes' },
  answerPhotos: { whoIsIn: 'said' },
  peopleInPictures: { attachmentId: null, websitePicture: null, stepPhotoId: null, answerPhotoId: null },
}

const listTables = (sqlite: SQLite.Database) =>
  sqlite
    .prepare<[], string>("select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' order by 1")
    .pluck()
    .all()

export const readEveryTable = (sqlite: SQLite.Database): Record<string, unknown[]> =>
  Object.fromEntries(listTables(sqlite).map((name) => [name, sqlite.prepare(`select * from "${name}"`).all()]))

/** Replaces the rows of each table by one row with a value in every column, except in Kysely's own tables. Every number is 1. */
export function fillEveryTable(sqlite: SQLite.Database): void {
  sqlite.pragma('foreign_keys = OFF')
  const tables = listTables(sqlite).filter((name) => !name.startsWith('kysely_'))
  for (const name of tables) sqlite.exec(`delete from "${name}"`)
  for (const name of tables) {
    const columns = sqlite.prepare<[string], { name: string; type: string }>('select * from pragma_table_info(?)')
    const values = columns.all(name).map(({ name: column, type }) => {
      const checked = checkedValues[name]?.[column]
      return checked === undefined ? (/int/i.test(type) ? 1 : `${name} ${column} — é`) : checked
    })
    sqlite.prepare(`insert into "${name}" values (${values.map(() => '?')})`).run(...values)
  }
}

/** The number of rows that the database's connection has changed so far. */
export async function countChanges(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
  return Number(rows[0]?.n)
}
