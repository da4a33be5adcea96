import { type Account, formatFullName, type Tutor } from '~/domain/accounts/account'
import { readStudentAccounts, requireStudentIds } from '~/domain/accounts/accounts.server'
import { getListNames } from '~/domain/accounts/names'
import { parseCsv, requireFewColumns } from '~/domain/csv.server'
import { decodeText } from '~/domain/decode-text.server'
import type { Encoding } from '~/domain/encodings'
import { createYield } from '~/domain/job.server'
import { Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import { chooseEncoding, compareEncodings, type Reading } from '~/domain/uploaded-list.server'
import type { Database } from '~db/schema'
import { addMissingSessions, separatePresent } from './fill-week.server'
import { TABLE_ROWS, TABLE_SESSIONS } from './import-limits'
import { type NewWeekSession, NO_WEEK_STUDENT, newWeekSessions } from './schema'
import { readTable, type TableRow } from './table.server'
import { listStoredWeek } from './week.server'
import { formatWeekdays, parseWeekdays } from './weekdays'

/** A row, as shown to people, and why it is left out. */
interface RowProblem {
  line: number
  text: string
  reason: string
}

interface GoodRow {
  line: number
  sessions: NewWeekSession[]
  text: string
}

const createTableError = (words: string) => new Refused(400, words, { field: 'file' })

const WHAT_WE_EXPECT =
  'We can’t find the days and activities. The first row must name the columns: Day, From, To, Activity, Place, Who with, Students. A week with Monday to Friday as columns and times in the first column works too.'
const TOO_MANY_ROWS = `This timetable has more than ${TABLE_ROWS} rows. Please import it in parts.`
const TOO_MANY_SESSIONS = `This timetable has more than ${TABLE_SESSIONS} sessions. Please import it in parts.`

const EVERYONE = new Set(['everyone', 'everybody', 'all', 'all students'])

/** Finds students by full name or, with the same name, by name and username as lists show them. */
function createStudentFinder(students: Account[]) {
  const byName = new Map<string, Set<number>>()
  const add = (name: string, id: number) =>
    byName.set(foldForSearch(name), (byName.get(foldForSearch(name)) ?? new Set()).add(id))
  const listNames = getListNames(students)
  for (const student of students) {
    add(formatFullName(student), student.id)
    add(listNames.get(student.id) ?? '', student.id)
  }
  return (typed: string): { id: number } | { reason: string } => {
    const [id, ...others] = byName.get(foldForSearch(typed)) ?? []
    if (id === undefined) return { reason: `We have no student called ‘${typed.slice(0, 60)}’.` }
    if (others.length === 0) return { id }
    return { reason: `More than one student is called ‘${typed}’. Please write ‘${listNames.get(id)}’.` }
  }
}
type StudentFinder = ReturnType<typeof createStudentFinder>

/** The students in a cell; without any, the `byDefault`. */
function readStudents(cell: string, findStudent: StudentFinder, byDefault: number[]) {
  const names = cell.split(/[,;&/\n]/).flatMap((name) => name.trim() || [])
  if (names.length === 0) return { studentIds: byDefault, reasons: [] }
  if (names.length === 1 && EVERYONE.has(foldForSearch(names[0]!))) return { studentIds: [], reasons: [] }
  const found = names.map(findStudent)
  return {
    studentIds: found.flatMap((one) => ('id' in one ? one.id : [])),
    reasons: found.flatMap((one) => ('reason' in one ? one.reason : [])),
  }
}

const describeRow = ({ day, from, activity }: TableRow) =>
  [day, from, activity].flatMap((text) => text?.slice(0, 60) || []).join(', ') || 'An empty row'

/** Reads a row into its sessions, one for each day, or the reasons why it can't be added. */
function readRow(row: TableRow, findStudent: StudentFinder, byDefault: number[]): GoodRow | RowProblem {
  const { studentIds, reasons } = readStudents(row.students ?? '', findStudent, byDefault)
  const { line, from, to, activity, place, withWhom } = row
  const weekdays = parseWeekdays(row.day ?? '') ?? []
  const result = newWeekSessions.safeParse({ weekdays, from, to, activity, place, withWhom, studentIds })
  if (!result.success || reasons.length > 0) {
    const messages = result.error?.issues.map(({ message }) => message) ?? []
    return { line, text: describeRow(row), reason: [...new Set([...messages, ...reasons])].join(' ') }
  }
  const { weekdays: days, ...session } = result.data
  const where = [session.place, session.withWhom && `with ${session.withWhom}`].filter(Boolean).join(', ')
  const text = `${formatWeekdays(days)} ${session.from} to ${session.to}: ${session.activity}${where ? `, ${where}` : ''}`
  return { line, text, sessions: days.map((weekday) => ({ ...session, weekday })) }
}

interface TableSource {
  bytes: Uint8Array
  encoding?: Encoding
  /** The students for rows that name none; without any they are for everyone. */
  studentIds: number[]
}

/** Reads a timetable into rows with sessions and rows with problems. Throws Refused, 400, if it is not a timetable or too large. */
async function parseTimetable(db: Database, { bytes, encoding, studentIds }: TableSource) {
  const lines = await parseCsv(decodeText(bytes, encoding), { maxLines: TABLE_ROWS, tooMany: TOO_MANY_ROWS })
  requireFewColumns(lines[0]?.cells ?? [])
  const table = readTable(lines)
  if (!table || table.length === 0) throw createTableError(WHAT_WE_EXPECT)
  // Each cell of a week's grid is a row.
  if (table.length > TABLE_SESSIONS) throw createTableError(TOO_MANY_SESSIONS)
  const findStudent = createStudentFinder(await readStudentAccounts(db))
  const yieldIfDue = createYield()
  const rows: (GoodRow | RowProblem)[] = []
  for (const row of table) {
    rows.push(readRow(row, findStudent, studentIds))
    await yieldIfDue()
  }
  const good = rows.flatMap((row) => ('sessions' in row ? row : []))
  if (good.flatMap(({ sessions }) => sessions).length > TABLE_SESSIONS) throw createTableError(TOO_MANY_SESSIONS)
  return { good, refused: rows.flatMap((row) => ('reason' in row ? row : [])) }
}

const ROWS_SHOWN = 20

const limit = <Row>(rows: Row[]) => ({ lines: rows.slice(0, ROWS_SHOWN), number: rows.length })

/** Previews a timetable without saving it: what would be added, what is there already, and what can't be added. */
export async function previewTimetable(
  db: Database,
  _tutor: Tutor,
  { bytes, encoding: chosen, studentIds }: TableSource,
) {
  await requireStudentIds(db, studentIds, { field: 'studentIds', words: NO_WEEK_STUDENT })
  const { all, encoding } = chooseEncoding(bytes, chosen)
  const { good, refused } = await parseTimetable(db, { bytes, encoding, studentIds })
  const sessions = good.flatMap((row) => row.sessions.map((session) => ({ ...session, row })))
  const { missing } = separatePresent(sessions, await listStoredWeek(db))
  const missingRows = new Set(missing.map(({ row }) => row))
  const names = getListNames(await readStudentAccounts(db))
  const first = [...missingRows].map((row) => {
    const { line, text, sessions } = row
    const people = sessions[0]?.studentIds.map((id) => names.get(id)).join(', ') || 'everyone'
    const isPartlyThere = missing.filter((one) => one.row === row).length < sessions.length
    return { line, text, reason: `For ${people}.${isPartlyThere ? ' Some days are there already.' : ''}` }
  })
  const present = good
    .filter((row) => !missingRows.has(row))
    .map(({ line, text }) => ({ line, text, reason: 'It is in the timetable already.' }))
  const readings: Reading[] = await compareEncodings(bytes, all, (sample, one) =>
    listTexts(db, { bytes: sample, encoding: one, studentIds }),
  )
  return {
    found: missing.length,
    first: limit(first),
    present: limit(present),
    refused: limit(refused),
    encoding,
    readings,
  }
}
export type TimetablePreview = Awaited<ReturnType<typeof previewTimetable>>

/** Texts of a sample, to compare encodings; none if the sample can't be read. */
async function listTexts(db: Database, source: TableSource): Promise<string[]> {
  const { good, refused } = await parseTimetable(db, source).catch((error: unknown) => {
    if (error instanceof Refused) return { good: [], refused: [] }
    throw error
  })
  return [...good.map(({ text }) => text), ...refused.map(({ text, reason }) => `${text} ${reason}`)]
}

/** Adds a timetable's valid rows, without sessions that are there already, in one transaction, and returns them. Throws what parseTimetable throws. */
export async function importTimetable(db: Database, tutor: Tutor, source: TableSource) {
  const { encoding } = chooseEncoding(source.bytes, source.encoding)
  const { good, refused } = await parseTimetable(db, { ...source, encoding })
  const result = await addMissingSessions(
    db,
    tutor,
    good.flatMap(({ sessions }) => sessions),
  )
  return { ...result, refused: refused.length }
}
