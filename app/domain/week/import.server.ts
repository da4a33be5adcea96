import { type Account, formatFullName, getListNames, type Tutor } from '~/domain/accounts/account'
import { readStudentAccounts, requireStudentIds } from '~/domain/accounts/accounts.server'
import { listDelimiters, numberRows, parseCsv, requireFewColumns } from '~/domain/csv.server'
import { decodeText } from '~/domain/decode-text.server'
import type { Encoding } from '~/domain/encodings'
import { formatIsoDay, formatShortDate, getToday, parseDay } from '~/domain/events/days'
import { createYield } from '~/domain/job.server'
import { Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import { CLOCK_TIME, formatAnswer, formatTyped, type Half } from '~/domain/times'
import { chooseEncoding, compareEncodings, type Reading } from '~/domain/uploaded-list.server'
import type { Database } from '~db/schema'
import { isEveryWeek, isSomeWeeksOnly, parseDated } from './dated'
import { getWeekday } from './day'
import { addMissingSessions, planSessions } from './fill-week.server'
import { TABLE_ROWS, TABLE_SESSIONS } from './import-limits'
import { createMentionFinder, type MentionFinder } from './named-students.server'
import { resolvePeriod } from './period.server'
import { escapeQuoteMarks } from './repeat-marks.server'
import { type DatesMeaning, type NewWeekSession, NO_WEEK_STUDENT, newWeekSessions } from './schema'
import { readTable } from './table.server'
import { type Mention, readHours, type TableRow } from './table-cells.server'
import type { Table } from './table-grid.server'
import { listStoredWeek } from './week.server'
import { formatWeekdays, parseWeekdays } from './weekdays'

/** A row, as shown to people, and why it is left out. */
interface RowProblem {
  line: number
  text: string
  reason: string
}

/** A row that an answer for the whole list makes clear. */
interface OpenRow extends Omit<RowProblem, 'reason'> {
  question: { about: 'times'; am: string; pm: string } | { about: 'dates'; date: string }
}

interface GoodRow {
  line: number
  sessions: NewWeekSession[]
  text: string
  doubts: string[]
}

/** A row that says that nothing is on. */
interface OffRow extends RowProblem {
  isOff: true
}

/** The answers to what a list leaves open: times without am or pm, and dates. */
interface TableAnswers {
  half?: Half
  dates?: DatesMeaning
}

const createTableError = (words: string) => new Refused('invalid', words, { field: 'file' })

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

const AND = / (?:and|agus|und|et) /iu

/** The students in a cell; without any, the `byDefault`. */
function readStudents(cell: string, findStudent: StudentFinder, byDefault: number[]) {
  const names = cell.split(/[,;&/\n]/).flatMap((name) => name.trim() || [])
  if (names.length === 0) return { studentIds: byDefault, reasons: [] }
  if (names.length === 1 && EVERYONE.has(foldForSearch(names[0]!))) return { studentIds: [], reasons: [] }
  const found = names.flatMap((name) => {
    const whole = findStudent(name)
    return 'id' in whole || !AND.test(name) ? whole : name.split(AND).map(findStudent)
  })
  return {
    studentIds: found.flatMap((one) => ('id' in one ? one.id : [])),
    reasons: found.flatMap((one) => ('reason' in one ? one.reason : [])),
  }
}

/** Finds the students whom the lines above a row name, such as 'Timetable for Daniel Okafor'; '' if there are none. */
function createHeadingReader(students: Account[], skipped: Table['skipped']): (line: number) => string {
  const names = [...new Set(students.map(formatFullName))].map((name) => ({ name, folded: foldForSearch(name) }))
  const headings = skipped.flatMap(({ line, text }) => {
    const folded = foldForSearch(text.slice(0, 200))
    const named = names.filter((one) => folded.includes(one.folded)).map(({ name }) => name)
    return named.length > 0 ? { line, named: named.join(',') } : []
  })
  return (row) => headings.findLast(({ line }) => line < row)?.named ?? ''
}

const describeRow = ({ day, date, from, activity }: TableRow) =>
  [day, date, from, activity].flatMap((text) => text?.slice(0, 60) || []).join(', ') || 'An empty row'

const formatIso = (day: string) => {
  const parsed = parseDay(day)
  return parsed ? formatShortDate(parsed) : day
}

/** Why a row can't be added by its days alone. */
function findDayProblems({ day = '', date, week = '', activity = '', problem }: TableRow): string[] {
  const someWeeks = isEveryWeek(week) ? [day, activity].find(isSomeWeeksOnly) : week
  if (someWeeks)
    return [
      `It is not on every week: ‘${someWeeks.slice(0, 60)}’. Please add this session yourself, with the days when it is not on.`,
    ]
  if (problem) return [problem]
  const dated = parseDated(date ?? day)
  if (date && !dated)
    return [`‘${date.slice(0, 60)}’ is not a date we know. Please write, for example, 1 September 2026.`]
  if (day && !dated && !parseWeekdays(day))
    return [`‘${day.slice(0, 60)}’ is not a day we know. Please write, for example, Monday, or Mon and Fri.`]
  const named = date ? parseWeekdays(day) : dated?.weekday && [dated.weekday]
  if (!dated || !named || named.includes(getWeekday(dated.date))) return []
  return [
    `${formatIso(dated.date)} is a ${getWeekday(dated.date)}, not a ${formatWeekdays(named)}. Please correct the day or the date.`,
  ]
}

/** The days of a row, and the first and last date. */
function readDays({ day = '', date, startDate, endDate }: TableRow, { dates }: TableAnswers) {
  const dated = parseDated(date ?? day)
  const period = resolvePeriod({ startDate: startDate ?? dated?.date, endDate })
  if (!dated) return { weekdays: parseWeekdays(day) ?? [], ...period }
  const weekday = dated.weekday ?? getWeekday(dated.date)
  const weekdays = dates === 'once' ? [getWeekday(dated.date)] : (date && parseWeekdays(day)) || [weekday]
  return {
    weekdays,
    startDate: period.startDate,
    endDate: dates === 'once' ? dated.date : period.endDate,
  }
}

/** What a person should check about the last day of a session, and about one that its row has but that is not used. */
function listLastDayDoubts(row: TableRow, session: Pick<NewWeekSession, 'endDate'>, { dates }: TableAnswers): string[] {
  const date = parseDated(row.date ?? row.day ?? '')?.date
  const { endDate = date } = readDays(row, {})
  const isUnused = dates === 'once' && date && endDate && endDate !== date
  return [
    ...(isUnused ? [`Its last day would be ${formatIso(endDate)}. Please check that it is only on one day.`] : []),
    ...(isOver(session) ? ['Its last day is over.'] : []),
  ]
}

/** How many of the unused lines below a row are quoted for it, if they name students. */
const MAX_SKIPPED_MENTIONS = 3

/** Returns what the unused line nearest above a row says about students, else what those below it say. */
function createSkippedReader(skipped: Table['skipped'], findMentioned: MentionFinder): (row: TableRow) => Mention[] {
  const found = skipped
    .flatMap(({ line, text }) => {
      const ids = findMentioned(text)
      return ids.length > 0 ? { line, said: `Row ${line} says ‘${text.slice(0, 60)}’`, ids } : []
    })
    .sort((one, other) => one.line - other.line)
  return (row) => {
    const above = found.findLast(({ line }) => line < row.line)
    return above ? [above] : found.slice(0, MAX_SKIPPED_MENTIONS)
  }
}

/** What a person should check about a session that is not for exactly the students whom its words name. */
function listAudienceDoubts({ mentions = [] }: TableRow, studentIds: number[]): string[] {
  const named = new Set(mentions.flatMap(({ ids }) => ids))
  const isExact = studentIds.length === named.size && studentIds.every((id) => named.has(id))
  if (isExact && named.size > 0) return []
  const said = [...new Set(mentions.map((one) => `${one.said}.`))]
  return said.length > 0 ? [...said, 'Please check who it is for.'] : []
}

function formatPeriod({ startDate, endDate }: Pick<NewWeekSession, 'startDate' | 'endDate'>): string {
  if (startDate && startDate === endDate) return `, only on ${formatIso(startDate)}`
  return [startDate && `, from ${formatIso(startDate)}`, endDate && `, until ${formatIso(endDate)}`]
    .filter(Boolean)
    .join('')
}

const NO_END = 'It does not say when it ends.'

/** A time that was read, as people type it: the rules of the form would ask about one at night again. */
const toTyped = (time?: string) => (time && CLOCK_TIME.test(time) ? formatTyped(time) : time)

interface RowReader {
  findStudent: StudentFinder
  byDefault: number[]
  answers: TableAnswers
}

/** Reads a row into its sessions, one for each day, what it leaves open, or the reasons why it can't be added. */
function readRow(
  row: TableRow,
  { findStudent, byDefault, answers }: RowReader,
): GoodRow | OpenRow | OffRow | RowProblem {
  if (row.notOn) return { line: row.line, text: describeRow(row), reason: `${row.notOn}.`, isOff: true }
  const { studentIds, reasons } = readStudents(row.students ?? '', findStudent, byDefault)
  const { line, activity, place, withWhom } = row
  const problems = findDayProblems(row)
  const hasDayProblems = problems.length > 0
  const hours = readHours(row, answers.half)
  const times =
    'question' in hours ? { from: '09:00', to: '10:00' } : { from: toTyped(hours.from), to: toTyped(hours.to) }
  const isEndless = !times.to && 'from' in hours && CLOCK_TIME.test(hours.from ?? '')
  if (isEndless) problems.push(NO_END)
  const fields = { ...readDays(row, answers), ...times, activity, place, withWhom, studentIds }
  const result = newWeekSessions.safeParse(fields)
  const isSaid = (field: unknown) => (field === 'weekdays' && hasDayProblems) || (field === 'to' && isEndless)
  const messages = result.error?.issues.flatMap(({ path, message }) => (isSaid(path[0]) ? [] : message))
  const all = [...new Set([...problems, ...(messages ?? []), ...reasons])]
  const text = describeRow(row)
  if (!result.success || all.length > 0) return { line, text, reason: all.join(' ') }
  if ('question' in hours && hours.question) {
    const { question } = hours
    const [am, pm] = [formatAnswer([question], 'am'), formatAnswer([question], 'pm')]
    return { line, text, question: { about: 'times', am, pm } }
  }
  const dated = parseDated(row.date ?? row.day ?? '')
  if (dated && !answers.dates) return { line, text, question: { about: 'dates', date: formatIso(dated.date) } }
  const { weekdays: days, ...session } = result.data
  const where = [session.place, session.withWhom && `with ${session.withWhom}`].filter(Boolean).join(', ')
  return {
    line,
    text: `${formatWeekdays(days)} ${session.from} to ${session.to}: ${session.activity}${where ? `, ${where}` : ''}${formatPeriod(session)}`,
    sessions: days.map((weekday) => ({ ...session, weekday })),
    doubts: [
      ...(row.doubts ?? []),
      ...listAudienceDoubts(row, studentIds),
      ...listLastDayDoubts(row, session, answers),
    ],
  }
}

const isOver = ({ endDate }: Pick<NewWeekSession, 'endDate'>) =>
  typeof endDate === 'string' && endDate < formatIsoDay(getToday())

interface TableSource extends TableAnswers {
  bytes: Uint8Array
  encoding?: Encoding
  /** The students for rows that name none; without any they are for everyone. */
  studentIds: number[]
}

/** Reads a timetable into rows with sessions and rows with problems. Throws Refused, invalid, if it is not a timetable or too large. */
async function parseTimetable(db: Database, { bytes, encoding, studentIds, half, dates }: TableSource) {
  const students = await readStudentAccounts(db)
  const findMentioned = createMentionFinder(students)
  const table = await findTable(decodeText(bytes, encoding), findMentioned, half)
  // Each cell of a week's grid is a row.
  if (table.rows.filter(({ notOn }) => !notOn).length > TABLE_SESSIONS) throw createTableError(TOO_MANY_SESSIONS)
  const findStudent = createStudentFinder(students)
  const findInHeading = createHeadingReader(students, table.skipped)
  const readSkipped = createSkippedReader(table.skipped, findMentioned)
  const yieldIfDue = createYield()
  const rows: (GoodRow | OpenRow | OffRow | RowProblem)[] = []
  for (const row of table.rows) {
    const mentions = row.students ? [] : [...(row.mentions ?? []), ...readSkipped(row)]
    const named = { ...row, students: row.students ?? findInHeading(row.line), mentions }
    rows.push(readRow(named, { findStudent, byDefault: studentIds, answers: { half, dates } }))
    await yieldIfDue()
  }
  const good = rows.flatMap((row) => ('sessions' in row ? row : []))
  if (good.flatMap(({ sessions }) => sessions).length > TABLE_SESSIONS) throw createTableError(TOO_MANY_SESSIONS)
  return {
    good,
    refused: rows.flatMap((row) => ('reason' in row && !('isOff' in row) ? row : [])),
    notOn: rows.flatMap((row) => ('isOff' in row ? row : [])),
    open: rows.flatMap((row) => ('question' in row ? row : [])),
    columns: table.columns ?? [],
    unused: table.unused,
    skipped: table.skipped,
  }
}

/** Reads the table with the first delimiter that makes it one. Throws what the likeliest delimiter is refused for. */
async function findTable(text: string, findStudents: MentionFinder, half?: Half): Promise<Table> {
  let refused: Refused | undefined
  for (const delimiter of listDelimiters(text))
    try {
      const parsed = await parseCsv(escapeQuoteMarks(text, delimiter), {
        maxLines: TABLE_ROWS,
        tooMany: TOO_MANY_ROWS,
        delimiter,
      })
      const lines = numberRows(parsed)
      for (const { cells } of lines) requireFewColumns(cells)
      const table = readTable(lines, findStudents, half)
      if (table && table.rows.length > 0) return table
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused ??= error
    }
  throw refused ?? createTableError(WHAT_WE_EXPECT)
}

const limit = <Row>(rows: Row[]) => ({ lines: rows.slice(0, TABLE_SESSIONS), number: rows.length })

/** Previews a timetable without saving it: what would be added, what is there already, and what can't be added. */
export async function previewTimetable(
  db: Database,
  _tutor: Tutor,
  { bytes, encoding: chosen, studentIds, half, dates }: TableSource,
) {
  await requireStudentIds(db, studentIds, { field: 'studentIds', message: NO_WEEK_STUDENT })
  const { all, encoding } = chooseEncoding(bytes, chosen)
  const source = { bytes, encoding, studentIds, half, dates }
  const { good, refused, notOn, open, columns, unused, skipped } = await parseTimetable(db, source)
  const sessions = good.flatMap((row) => row.sessions.map((session) => ({ ...session, row })))
  const { missing, toAdd, toJoin, skipped: there } = planSessions(sessions, await listStoredWeek(db))
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
    .map((row) => {
      const others = new Set(there.flatMap(({ planned, other }) => (planned.row === row && other ? other : [])))
      const reason = ['It is in the timetable already', ...others].join(', ')
      return { line: row.line, text: row.text, reason: `${reason}.` }
    })
  const doubtful = [...missingRows].flatMap(({ line, text, doubts }) =>
    doubts.length > 0 ? { line, text, reason: doubts.join(' ') } : [],
  )
  const readings: Reading[] = await compareEncodings(bytes, all, (sample, one) =>
    listTexts(db, { ...source, bytes: sample, encoding: one }),
  )
  return {
    found: toAdd.length,
    /** How many sessions that exist students join. */
    joined: toJoin.length,
    first: limit(first),
    present: limit(present),
    refused: limit(refused),
    notOn: limit(notOn),
    /** Rows that are added, but that a person should check. */
    doubtful: limit(doubtful),
    ...describeOpen(open),
    columns,
    unused,
    skipped: skipped.slice(0, TABLE_ROWS),
    half,
    dates,
    encoding,
    readings,
  }
}

/** What to ask about a list, with an example, and its rows that an answer makes clear. */
function describeOpen(open: OpenRow[]) {
  const find = <About extends OpenRow['question']['about']>(about: About) =>
    open
      .map(({ question }) => question)
      .find((one): one is Extract<typeof one, { about: About }> => one.about === about)
  const rows = open.map(({ line, text, question }) => ({
    line,
    text,
    reason:
      question.about === 'times' ? `${question.am}, or ${question.pm}?` : `Only on ${question.date}, or every week?`,
  }))
  return { open: limit(rows), timesAsked: find('times'), datesAsked: find('dates') }
}
export type TimetablePreview = Awaited<ReturnType<typeof previewTimetable>>

/** Texts of a sample, to compare encodings; none if the sample can't be read. */
async function listTexts(db: Database, source: TableSource): Promise<string[]> {
  const { good, refused, open } = await parseTimetable(db, source).catch((error: unknown) => {
    if (error instanceof Refused) return { good: [], refused: [], open: [] }
    throw error
  })
  return [...[...good, ...open].map(({ text }) => text), ...refused.map(({ text, reason }) => `${text} ${reason}`)]
}

/**
 * Adds a timetable's valid rows, without sessions that are there already, in one transaction, and returns them; null if it leaves
 * something open. Throws what parseTimetable throws.
 */
export async function importTimetable(db: Database, tutor: Tutor, source: TableSource) {
  const { encoding } = chooseEncoding(source.bytes, source.encoding)
  const { good, refused, notOn, open } = await parseTimetable(db, { ...source, encoding })
  if (open.length > 0) return null
  const result = await addMissingSessions(
    db,
    tutor,
    good.flatMap(({ sessions }) => sessions),
  )
  return { ...result, refused: refused.length + notOn.length }
}
