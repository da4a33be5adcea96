import { type ColumnUse, type CsvLine, formatColumnName, unescapeCell } from '~/domain/csv.server'
import { isCross } from '~/domain/leave-out.server'
import { foldForSearch, foldToLetters } from '~/domain/text'
import { formatMinutes, type Half, parseTimes } from '~/domain/times'
import { weekdays } from '~db/choices'
import { areWeeks, hasSomeWeeks, isEveryWeek, isSomeWeeksOnly } from './dated'
import { TABLE_SESSIONS } from './import-limits'
import type { RowNote } from './not-on.server'
import { isNoteLine } from './note.server'
import {
  cleanTime,
  findColumn,
  findRange,
  hasTime,
  inTable,
  isBlank,
  isDay,
  isTime,
  joinHours,
  readHours,
  readSlot,
  type TableRow,
  trimMarks,
} from './table-cells.server'
import { formatWeekdays, parseDayCodes, parseInitials, parseWeekday, parseWeekdays } from './weekdays'

export interface Table {
  rows: TableRow[]
  /** What the columns of a list are used for. */
  columns?: ColumnUse[]
  /** Names of other columns. */
  unused: string[]
  /** Unused lines, such as a title. */
  skipped: { line: number; text: string }[]
}

const NOON = 12 * 60

/** Breaks that are for all days if merged cells leave the other days empty. */
const FOR_ALL_DAYS =
  /^(?:lunch|break|tea|coffee|dinner|breakfast|snack|assembly|arrival|home|bus|lon|sos|mittag|pause|fruhstuck|obiad|przerwa|sniadanie|dejeuner|repas)/

/** Before rows that differ only in their day are joined. */
const MAX_GRID_ROWS = weekdays.length * TABLE_SESSIONS

interface Grid {
  days: string[]
  /** Texts of times, in order. */
  slots: string[]
  /** A cell, its line, and what its row says next to the grid. */
  getCell: (slot: number, day: number) => { text?: string; line: number; notes: RowNote[] }
  title: string
  /** Names of the columns about weeks. */
  weekColumns: ReadonlySet<string>
  /** Whether sessions have ends of their own, so that one without does not last until the next start. */
  hasEnds?: boolean
}

/**
 * The cells of a week's grid. Times go upwards, so that 1:30 below 12:30 is in the afternoon. Without an end, a session lasts until the
 * next start. A cell has the activity, place and tutor on lines.
 */
function readGrid({ days, slots, getCell, title, weekColumns, hasEnds }: Grid, half?: Half): TableRow[] {
  let before = 0
  // What an unclear time may be.
  let afternoon = 0
  // Of groups below one another, each begins in the morning.
  const seen = new Set<string>()
  const hours = slots.map((text) => {
    const read = readHours({ from: text }, half)
    const asNight = 'question' in read ? parseTimes(cleanTime(text), { ...inTable, half: 'am' }) : undefined
    const night = asNight && 'start' in asNight ? asNight : undefined
    const isAfternoon = night && night.start <= before
    const times = parseTimes(cleanTime(text), { ...inTable, half: isAfternoon ? 'pm' : half })
    // An unclear range has an end of its own.
    if ('reason' in times) {
      afternoon = night ? night.start + NOON : afternoon
      return { from: text, to: night?.end === undefined ? undefined : '', start: night && formatMinutes(night.start) }
    }
    const from = formatMinutes(times.start)
    const isBackwards =
      times.start < Math.max(before, afternoon) && times.start < NOON && !/[ap]\.?m/i.test(text) && !seen.has(text)
    const problem = isBackwards
      ? `‘${text.slice(0, 60)}’ is below ${formatMinutes(Math.max(before, afternoon))}. Please write the times of the evening with pm.`
      : undefined
    before = times.start
    afternoon = 0
    seen.add(text)
    return { from, to: times.end === undefined ? undefined : formatMinutes(times.end), start: from, problem }
  })
  let week = isSomeWeeksOnly(title) ? title : undefined
  // Each cell of a row has the same notes.
  const ofNotes = new Map<RowNote[], string | undefined>()
  const isOfSomeWeeks = ({ column, text }: RowNote) =>
    hasSomeWeeks(text) || (weekColumns.has(column) && !isEveryWeek(text))
  const findInNotes = (notes: RowNote[]) => {
    if (!ofNotes.has(notes)) ofNotes.set(notes, notes.find(isOfSomeWeeks)?.text)
    return ofNotes.get(notes)
  }
  const rows: TableRow[] = []
  for (const [slot, heading] of slots.entries()) {
    if (isSomeWeeksOnly(heading)) week = heading
    const { from, to = hasEnds ? undefined : hours[slot + 1]?.start, problem } = hours[slot] ?? {}
    const mayHaveOwnHours = PART_OF_DAY.test(heading) || hasTime(heading)
    const filled = days.flatMap((day, index) => {
      const { text = '', line, notes } = getCell(slot, index)
      return splitSessions(text.split(/[\r\n]+/).map(unescapeCell), mayHaveOwnHours).flatMap(({ own, words }) => {
        const [activity = '', ...others] = words
        const [room, withWhom] = others.filter((text) => !isNoteLine(text))
        const ownNotes = others.filter(isNoteLine).map((text) => ({ column: '', text }))
        const weeks = others.find(hasSomeWeeks) ?? findInNotes(notes) ?? week
        const times = own ? { from: own } : { from, to, problem }
        return day && !isBlank(activity)
          ? { line, day, week: weeks, ...times, activity, place: room, withWhom, notes: [...ownNotes, ...notes] }
          : []
      })
    })
    const [first] = filled
    const isMerged = filled.length === 1 && first?.day === days.find(Boolean)
    const isForAll = first && isMerged && FOR_ALL_DAYS.test(foldForSearch(first.activity))
    rows.push(...(isForAll ? days.flatMap((day) => (day ? { ...first, day } : [])) : filled))
    // So many rows are refused.
    if (rows.length > MAX_GRID_ROWS) break
  }
  return rows
}

/** Joins rows that differ only in their day. */
export function joinDays(rows: TableRow[]): TableRow[] {
  if (rows.length > MAX_GRID_ROWS) return rows
  const joined = new Map<string, TableRow>()
  for (const row of rows) {
    const key = JSON.stringify({ ...row, day: parseWeekday(row.day ?? '') && !row.problem ? '' : row.day })
    const before = joined.get(key)
    const days = before && parseWeekdays(`${before.day},${row.day}`)
    joined.set(key, before && days ? { ...before, day: formatWeekdays(days) } : row)
  }
  return [...joined.values()]
}

/** Headings of rows that leave the times to their cells. */
const PART_OF_DAY =
  /^(?:(?:morning|afternoon|evening|am|pm|time|times|periods?|sessions?|lessons?|slots?|blocks?|no)?[\s\d.:]{0,9})$/i

/** The sessions of a grid's cell: '9:30-11:00 Art', or a line for the times. Lines with times begin sessions if the first has them. */
function splitSessions(lines: string[], mayHaveOwnHours: boolean): { own?: string; words: string[] }[] {
  const read = lines.map((line) => ({ line, own: mayHaveOwnHours ? findRange(line) : '' }))
  const number = read.filter(({ own }) => own).length
  if (number === 0 || (number > 1 && !read[0]?.own)) return [{ words: lines }]
  const sessions: { own?: string; words: string[] }[] = []
  for (const { line, own } of read) {
    const rest = trimMarks(
      line
        .replace(own, '')
        .replace(/[()]/g, '')
        .replace(/^[\s:–—,-]+/, ''),
    )
    if (sessions.length === 0 || (own && number > 1)) sessions.push({ words: [] })
    const session = sessions.at(-1)!
    if (own) session.own = own
    const words = own ? rest : line
    if (words) session.words.push(words)
  }
  return sessions
}

/** The days that a grid's header names; '' for other columns. Undefined if it isn't one. */
export function findDays([corner = '', ...cells]: string[], below: string[]): string[] | undefined {
  if (isDay(corner) && cells.some(isDay))
    return findRange(below[0] ?? '') === below[0]
      ? undefined
      : [corner, ...cells].map((cell) => (isDay(cell) ? cell : ''))
  const last = cells.findLastIndex((cell) => cell !== '')
  const named = cells.slice(0, last + 1)
  const codes = named.every((cell) => cell.length < 3) ? (parseInitials(named) ?? parseDayCodes(named.join(''))) : null
  if (codes && codes.length === named.length) return ['', ...codes]
  const days = cells.map((cell) => (isDay(cell) ? cell : ''))
  const number = days.filter(Boolean).length
  return number > 1 || (number === 1 && isTime(below[0] ?? '')) ? ['', ...days] : undefined
}

/** A tick has no letters, but says yes. */
const TICK = /[✓✔☑✅]/

/** Notes of a row that are read. */
const MAX_NOTES = 10

/** The first filled cells of some columns, with the names of the columns. */
export const listNotes = (cells: string[], header: string[], isNote: (index: number) => boolean): RowNote[] =>
  cells
    .flatMap((text, index) =>
      isNote(index) && (!isBlank(text) || TICK.test(text) || isCross(text))
        ? { column: formatColumnName({ name: header[index] ?? '', place: index }), text }
        : [],
    )
    .slice(0, MAX_NOTES)

/** The names of those columns of a grid that are about weeks. */
function findWeekColumns(header: string[], lines: CsvLine[], isNote: (index: number) => boolean): ReadonlySet<string> {
  const isWeek = (index: number) =>
    findColumn(header[index] ?? '') === 'week' ||
    areWeeks(
      header[index] ?? '',
      lines.flatMap(({ cells }) => cells[index] || []),
    )
  const places = [...header.keys()].filter((index) => isNote(index) && isWeek(index))
  return new Set(places.map((place) => formatColumnName({ name: header[place] ?? '', place })))
}

/** Headings of columns whose numbers are no hours. */
const COUNTED = /^(?:periods?|sessions?|lessons?|slots?|blocks?|class|classes|no|nr|number)$/

/** A table before the days of a grid's rows are joined. */
export interface ReadTable extends Table {
  isGrid?: boolean
}

/** What is around a table: the lines above it, and whether its header has been joined from starts and ends. */
export interface Surroundings {
  title: string
  above: string[][]
  hasEnds: boolean
}

/** A grid with a column for each day. The columns before them have the times. */
export function readDaysAcross(
  days: string[],
  header: string[],
  lines: CsvLine[],
  title: string,
  half?: Half,
): ReadTable {
  const before = header.slice(0, days.findIndex(Boolean)).map(findColumn)
  const start = days[0]
    ? -1
    : Math.max(
        before.findIndex((column) => column === 'from' || column === 'hours'),
        0,
      )
  const end = before.indexOf('to')
  const isCounted = COUNTED.test(foldToLetters(header[start] ?? ''))
  const slots = lines.map(({ cells }) => {
    const heading = cells[start] ?? ''
    if (isCounted && /^\d+$/.test(heading)) return `${header[start]} ${heading}`
    return end < 0 ? readSlot(heading) : joinHours(heading, cells[end])
  })
  const isOther = (index: number) => !days[index] && index !== start && index !== end
  const isUnused = (index: number) => isOther(index) && lines.some(({ cells }) => !isBlank(cells[index]))
  const notes = lines.map(({ cells }) => listNotes(cells, header, isOther))
  const weekColumns = findWeekColumns(header, lines, isOther)
  const getCell = (slot: number, day: number) => ({
    text: lines[slot]?.cells[day],
    line: lines[slot]?.line ?? 0,
    notes: notes[slot] ?? [],
  })
  const places = [...new Set(lines.flatMap(({ cells }) => [...cells.keys()]))]
  return {
    isGrid: true,
    rows: readGrid({ days, slots, getCell, title, weekColumns, hasEnds: end >= 0 }, half),
    unused: places.filter(isUnused).map((index) => formatColumnName({ name: header[index] ?? '', place: index })),
    skipped: lines.flatMap(({ line, cells }) =>
      !isTime(cells[start] ?? '') && !isBlank(cells[start]) && days.every((day, index) => !day || isBlank(cells[index]))
        ? { line, text: cells[start]! }
        : [],
    ),
  }
}

/** A grid with a row for each day, and the times in its header. */
export function readDaysDown(
  header: string[],
  lines: CsvLine[],
  { title, hasEnds }: Surroundings,
  half?: Half,
): ReadTable {
  const days = lines.map(({ cells }) => (isDay(cells[0]) ? cells[0]! : ''))
  const places = [...header.keys()].slice(1)
  const slots = places.filter((index) => hasTime(header[index] ?? ''))
  const isOther = (index: number) => index > 0 && !slots.includes(index)
  const notes = lines.map(({ cells }) => listNotes(cells, header, isOther))
  const weekColumns = findWeekColumns(header, lines, isOther)
  const getCell = (slot: number, day: number) => ({
    text: lines[day]?.cells[slots[slot] ?? 0],
    line: lines[day]?.line ?? 0,
    notes: notes[day] ?? [],
  })
  const headings = slots.map((index) => readSlot(header[index]))
  const rows = readGrid({ days, slots: headings, getCell, title, weekColumns, hasEnds }, half)
  return {
    isGrid: true,
    rows: rows.sort((one, other) => one.line - other.line),
    unused: places
      .filter((index) => !slots.includes(index) && lines.some(({ cells }) => !isBlank(cells[index])))
      .map((index) => formatColumnName({ name: header[index] ?? '', place: index })),
    skipped: lines.flatMap(({ line, cells }, index) => (days[index] ? [] : { line, text: cells.join(' ').trim() })),
  }
}
