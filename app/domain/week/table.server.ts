import { type CsvLine, formatColumnName, unescapeCell } from '~/domain/csv.server'
import { Refused } from '~/domain/refused'
import type { Half } from '~/domain/times'
import { areWeeks, hasSomeWeeks, isEveryWeek, isSomeWeeksOnly, parseDated } from './dated'
import type { MentionFinder } from './named-students.server'
import { isRepeatWord, repeatCellsAbove } from './repeat-marks.server'
import { createNoteReader } from './row-notes.server'
import {
  type Column,
  findColumn,
  hasTime,
  isBlank,
  isDay,
  isNone,
  isRange,
  isTime,
  joinHours,
  MAY_BE_NONE,
  splitDay,
  type TableRow,
  trimMarks,
} from './table-cells.server'
import {
  findDays,
  joinDays,
  listNotes,
  type ReadTable,
  readDaysAcross,
  readDaysDown,
  type Surroundings,
  type Table,
} from './table-grid.server'
import { createDiReader, parseWeekdays } from './weekdays'

/** The order of columns without names. */
const usualOrder: Column[] = ['day', 'from', 'to', 'activity', 'place', 'withWhom', 'students']
const orderWithHours: Column[] = ['day', 'hours', 'activity', 'place', 'withWhom', 'students']

function toRow(cells: string[], columns: (Column | undefined)[], line: number): TableRow {
  const row: Partial<Record<Column, string>> = {}
  for (const [index, column] of columns.entries()) {
    const isEmpty = column && MAY_BE_NONE.includes(column) ? isNone : isBlank
    const isOfMergedCells = column === 'day' && isRepeatWord(cells[index])
    if (column && !isEmpty(cells[index]) && !isOfMergedCells) row[column] = cells[index]
  }
  if (!columns.includes('day')) Object.assign(row, splitDay(row.hours))
  const { hours, ...others } = row
  return { line, ...others, from: others.from ?? hours }
}

/** Drops repeated columns, and one for times if another has the start. */
const keepFirst = (columns: (Column | undefined)[]) =>
  columns.map((column, index) =>
    columns.indexOf(column) < index || (column === 'hours' && columns.includes('from')) ? undefined : column,
  )

/** The text of a row with nothing else, also if merged cells repeat it. Undefined for other rows. */
function getOnlyText(cells: string[]): string | undefined {
  const [text, second] = new Set(cells.filter((cell) => !isBlank(cell)))
  return second === undefined ? text : undefined
}

/** The day of a row of its own: 'Tuesday:', 'Day: Tuesday', 'Tuesday (all)' or 'Tuesday 1/12'. Undefined for other texts. */
function parseDayHeading(text: string): string | undefined {
  const [, name = '', named] = /^(\p{L}+) ?[:–-] ?(.+)$/su.exec(text) ?? []
  const whole = named && ['day', 'date'].includes(findColumn(name) ?? '') ? named : text
  const bare = trimMarks(whole)
  const day = /\(all\)$/i.test(bare) ? trimMarks(bare.slice(0, -'(all)'.length)) : bare
  return parseWeekdays(day) || parseDated(day) ? day : undefined
}

/** The names of columns, each once: a second 'Time' is 'Time (column 4)'. */
const distinguishNames = (names: string[]) =>
  names.map((name, place) =>
    name && names.indexOf(name) < place ? `${name.slice(0, 40)} (column ${place + 1})` : name,
  )

/** Rows with a name for each column. Merged cells leave the day empty below the first row. */
function readList(
  columns: (Column | undefined)[],
  names: string[],
  lines: CsvLine[],
  { title, day: titleDay }: { title: string; day?: string },
): Table {
  const header = distinguishNames(names)
  const places = [...new Set(lines.flatMap(({ cells }) => [...cells.keys()])).add(header.length - 1)]
  const values = (index: number) => lines.flatMap(({ cells }) => cells[index] || [])
  const used = places.map(
    (index) => columns[index] ?? (areWeeks(names[index] ?? '', values(index)) ? 'week' : undefined),
  )
  const unused = places.filter((index) => !used[index] && (header[index] || values(index).length > 0))
  const skipped: Table['skipped'] = []
  const rows: TableRow[] = []
  let above: Pick<TableRow, 'day' | 'date' | 'problem'> & { isHeading?: boolean } = { day: titleDay, isHeading: true }
  // Merged cells are the first ones. An empty one at the end means everyone.
  const areStudentsMerged = used.indexOf('students') < used.indexOf('activity')
  let students: string | undefined
  let week = isSomeWeeksOnly(title) ? title : undefined
  let next = 0
  for (const { line, cells } of lines) {
    const isNext = line === next
    const isBelow = isNext || above.isHeading
    next = line + 1
    const text = getOnlyText(cells)
    const day = text && !isTime(text) ? parseDayHeading(text) : undefined
    if (text && isSomeWeeksOnly(text)) {
      week = text
      skipped.push({ line, text })
    } else if (day) above = { day, isHeading: true }
    else {
      const row = { ...toRow(cells, used, line), notes: listNotes(cells, header, (index) => !used[index]) }
      const others = cells.filter((_, index) => !['day', 'activity', 'week'].includes(used[index] ?? ''))
      const someWeeks = isEveryWeek(row.week ?? '') ? others.find(hasSomeWeeks) : undefined
      if (someWeeks) row.week = someWeeks
      if (week) row.week ??= week
      if (areStudentsMerged && isNext) row.students ??= students
      students = row.students
      const isUnknown = text !== undefined && !isTime(text) && !row.date && (!row.day || !row.from)
      if (isUnknown) {
        const problem = `Row ${line} says ‘${text.slice(0, 60)}’, which is no day that we know.`
        above = { problem, isHeading: true }
      } else if (row.day || row.date) above = { day: row.day, date: row.date }
      else if (isBelow) Object.assign(row, { day: above.day, date: above.date, problem: above.problem })
      rows.push(row)
    }
  }
  const getName = (index: number) => formatColumnName({ name: header[index] ?? '', place: index })
  const uses = places.flatMap((index) => {
    const column = used[index]
    return column ? { name: getName(index), use: columnUses[column] } : []
  })
  return { rows, columns: uses, unused: unused.map(getName), skipped }
}

const columnUses: Record<Column, string> = {
  day: 'day',
  date: 'date',
  week: 'which weeks',
  from: 'start',
  to: 'end',
  hours: 'start and end',
  activity: 'activity',
  place: 'place',
  withWhom: 'who with',
  students: 'students',
  startDate: 'first day',
  endDate: 'last day',
}

/** Lines above the names of the columns, such as a title. */
const MAX_TITLE_LINES = 10

/**
 * Reads a timetable's rows, by the names of its columns, in the usual order, or from a grid of the week. `half` is the answer to the
 * question about unclear times. Null if it is none of these.
 */
export function readTable(csvLines: CsvLine[], findStudents: MentionFinder, half?: Half): Table | null {
  const cleaned = csvLines.map(({ line, cells }) => ({ line, cells: joinHalves(cells.map(unescapeCell)) }))
  const { lines, hasEnds } = joinTimeRows(repeatCellsAbove(cleaned, isHeader))
  const headers = new Set(lines.filter(isHeader))
  const readDi = createDiReader(lines.flatMap(({ cells }) => cells))
  const noteReader = createNoteReader(findStudents)
  const tables: Table[] = []
  for (let rest = lines; rest.length > 0; ) {
    const table = readFirstTable(rest, { headers, hasEnds }, half)
    if (!table) break
    const read = table.rows.map((row) => noteReader.readRow({ ...row, ...readDi(row.day) }))
    const rows = read.map(({ notes: _, ...row }) => row)
    const { columns, unused } = noteReader.describeColumns(table.unused)
    const isOfStudent = table.isGrid && findStudents(table.corner.text).length > 0
    tables.push({
      ...table,
      skipped: isOfStudent ? [table.corner, ...table.skipped] : table.skipped,
      rows: table.isGrid ? joinDays(rows) : rows,
      columns: [...(table.columns ?? []), ...columns],
      unused,
    })
    rest = rest.slice(table.end)
  }
  if (tables.length === 0) return null
  const columns = new Map(tables.flatMap((table) => table.columns?.map((column) => [column.name, column]) ?? []))
  return {
    rows: tables.flatMap(({ rows }) => rows),
    columns: [...columns.values()],
    unused: [...new Set(tables.flatMap(({ unused }) => unused))].filter((name) => !columns.has(name)),
    skipped: tables.flatMap(({ skipped }) => skipped),
  }
}

const HALF = /^[ap]\.?m\.?$/i

/** Joins 'PM' in a cell of its own to the time before it. */
const joinHalves = (cells: string[]) =>
  cells.map((cell, index) => {
    const [before = '', after = ''] = [cells[index - 1], cells[index + 1]]
    if (HALF.test(after) && isTime(cell)) return `${cell} ${after}`
    return (HALF.test(cell) && isTime(before)) || /^am ?\/ ?pm$/i.test(cell) ? '' : cell
  })

/** The first table of some lines, its first cell, and where it ends: before the next header and the titles above it. Null without one. */
function readFirstTable(
  lines: CsvLine[],
  { headers, hasEnds }: { headers: ReadonlySet<CsvLine>; hasEnds: boolean },
  half?: Half,
): (ReadTable & { corner: { line: number; text: string }; end: number }) | null {
  for (let place = 0; place < Math.min(lines.length, MAX_TITLE_LINES); place++) {
    const skipped = lines.slice(0, place).map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(', ') }))
    const title = skipped.map(({ text }) => text).join(', ')
    const above = lines.slice(0, place).map(({ cells }) => cells)
    const next = lines.findIndex((line, index) => index > place + 1 && headers.has(line))
    let end = next < 0 ? lines.length : next
    while (next > 0 && end > place + 2 && getOnlyText(lines[end - 1]!.cells) !== undefined) end -= 1
    const table = readFrom(lines.slice(place, end), { title, above, hasEnds }, half)
    const { line, cells } = lines[place]!
    if (table) return { ...table, skipped: [...skipped, ...table.skipped], corner: { line, text: cells[0] ?? '' }, end }
  }
  return null
}

/** True for a line that names the columns of a list, or the days of a grid. */
function isHeader({ cells }: CsvLine): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const columns = findColumns(filled)
  if (columns.includes('activity') && (columns.includes('from') || columns.includes('hours'))) return true
  // 'Same' could be short for Saturday in French.
  const days = new Set(filled.filter((text) => isDay(text) && !isRepeatWord(text)))
  return days.size > 1 && days.size * 2 >= filled.length && !filled.some(isTime)
}

const isNumbering = (texts: string[]) => texts.every((text, index) => text === String(index + 1))

/** True for two rows of a start and an end above the activities of a grid. Without names, its days must be below. */
function areTimeRows([from, to, ...below]: CsvLine[]): boolean {
  const [name = '', ...starts] = from?.cells ?? []
  const [nextName = '', ...ends] = to?.cells ?? []
  const areNamed = [name, nextName].map(findColumn).sort().join() === 'from,to'
  const first = below.find(({ cells }) => isDay(cells[0]))?.cells
  if (!areNamed && (isDay(name) || isDay(nextName) || !first || isTime(first[1] ?? ''))) return false
  return [starts, ends].every((row) => {
    const times = row.filter(isTime)
    const areTimes = times.length > 1 || row.every((text) => text === '' || isTime(text))
    return areTimes && (areNamed || (times.length > 0 && !times.some(isRange) && !isNumbering(times)))
  })
}

/** True for a line of a list: the names of its columns, or a day with what is on. 'Session 1' is the name of a time in a grid. */
function isOfList({ cells }: CsvLine): boolean {
  const names = cells.flatMap((text) => (/\d/.test(text) ? [] : (findColumn(text) ?? [])))
  const once = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name))
  const isHeader = once.length > 1 && (once.includes('from') || once.includes('hours'))
  return isHeader || (isDay(cells[0]) && getOnlyText(cells) === undefined)
}

/** Joins a row of starts and one of ends above a grid's days, in either order, into one row of times. A list has no such rows. */
function joinTimeRows(lines: CsvLine[]): { lines: CsvLine[]; hasEnds: boolean } {
  const list = lines.slice(0, MAX_TITLE_LINES).findIndex(isOfList)
  const above = lines.slice(0, list < 0 ? MAX_TITLE_LINES : list)
  const at = above.findIndex((_, index) => areTimeRows(lines.slice(index)))
  const pair = lines.slice(at, at + 2)
  const names = pair.map(({ cells }) => findColumn(cells[0] ?? ''))
  const [from, to] = names[0] === 'to' || names[1] === 'from' ? pair.reverse() : pair
  if (at < 0 || !from || !to) return { lines, hasEnds: false }
  const places = [...(from.cells.length > to.cells.length ? from : to).cells.keys()].slice(1)
  const hours = places.map((index) => joinHours(from.cells[index], to.cells[index]))
  const joined = { line: Math.min(from.line, to.line), cells: ['', ...hours] }
  return { lines: [...lines.slice(0, at), joined, ...lines.slice(at + 2)], hasEnds: true }
}

const isDate = (text: string) => parseDated(text) !== null && !isTime(text)

/**
 * The columns of a list, by its header and its lines. Starts and ends may be days, and times may be in a column of any name. Days may be
 * dates, also those on which something starts.
 */
function findColumns(header: string[], lines: CsvLine[] = []): (Column | undefined)[] {
  const getTexts = (index: number) => lines.flatMap(({ cells }) => cells[index] || [])
  const named = header.map((name, index) => {
    const column = findColumn(name)
    const texts = column === 'from' || column === 'to' ? getTexts(index) : []
    if (!texts.some(isDate) || texts.some(isTime)) return column
    return column === 'from' ? 'startDate' : 'endDate'
  })
  const areTimes = (column: Column | undefined, index: number) =>
    column === undefined && getTexts(index).length > 0 && getTexts(index).every(isRange)
  const times = named.includes('from') || named.includes('hours') ? -1 : named.findIndex(areTimes)
  if (times >= 0) named[times] = 'hours'
  const dates = (['day', 'date', 'startDate'] as const).find((column) => named.includes(column))
  if (dates === 'startDate') {
    const [start, end] = [named.indexOf('startDate'), named.indexOf('endDate')]
    // An event of a calendar ends on the day on which it starts.
    const isPeriod = lines.some(({ cells }) => !isBlank(cells[end]) && cells[end] !== cells[start])
    const endDate = isPeriod ? 'endDate' : undefined
    return keepFirst(named.map((column) => (column === 'startDate' ? 'day' : column === 'endDate' ? endDate : column)))
  }
  return keepFirst(named.map((column) => (column === 'date' && dates === 'date' ? 'day' : column)))
}

const isHeadingOfDay = ({ cells }: CsvLine) => {
  const text = getOnlyText(cells)
  return text !== undefined && !isTime(text) && parseDayHeading(text) !== undefined
}

/** True for names of columns in another order than the usual one. */
const isOtherOrder = (names: string[], order: Column[]) =>
  names.map(findColumn).some((column, index) => column !== undefined && column !== order[index])

/** Throws Refused if a row above names columns that would be read as a place or as people by their position alone. */
function requireKnownColumns(above: string[][], order: Column[]): void {
  for (const names of above) {
    const known = names.map(findColumn)
    const unknown = [...names.keys()].filter((index) => !isBlank(names[index]) && !known[index])
    const isHeader = known.some(Boolean) || (unknown.length > 1 && names.slice(0, 2).every(isBlank))
    if (!isHeader || unknown.every((index) => index === order.indexOf('activity'))) continue
    const list = unknown.map((index) => `‘${names[index]!.slice(0, 60)}’`).join(', ')
    const words = unknown.length > 1 ? `the columns ${list} are` : `the column ${list} is`
    throw new Refused(
      'invalid',
      `We can’t tell what ${words}. Please name the columns Day, From, To, Activity, Place, Who with, Students.`,
      { field: 'file' },
    )
  }
}

/** Lists or grids next to one another. */
const MAX_SIDES = 10

/** The columns with which lists begin that are next to one another: each has its own days, times and activities. */
function findListSides(columns: (Column | undefined)[]): number[] {
  const [first] = columns
  const starts = columns.flatMap((column, index) => (column && column === first ? index : []))
  const isList = (start: number, index: number) => {
    const names = columns.slice(start, starts[index + 1])
    return names.includes('day') && names.includes('activity') && (names.includes('from') || names.includes('hours'))
  }
  return starts.every(isList) ? starts : []
}

function readFrom(lines: CsvLine[], surroundings: Surroundings, half?: Half): ReadTable | null {
  const { above } = surroundings
  const titleDay = above.map((cells) => parseDayHeading(getOnlyText(cells) ?? '')).findLast(Boolean)
  const [{ cells: first } = { cells: [] }, ...others] = lines
  const below = others[0]?.cells ?? []
  // Its empty corner may be lost.
  const header = isDay(first[0]) && isTime(below[0] ?? '') && below.length > first.length ? ['', ...first] : first
  const [corner = ''] = header
  const title = isSomeWeeksOnly(corner) && !isDay(corner) ? corner : surroundings.title
  const joinSides = (starts: number[]): ReadTable => {
    const sides = starts.flatMap((start, index) => {
      const cut = lines.map(({ line, cells }) => ({ line, cells: cells.slice(start, starts[index + 1]) }))
      const filled = cut.filter(({ cells }) => !cells.every(isBlank))
      return readFrom(filled, surroundings, half) ?? []
    })
    return {
      rows: sides.flatMap(({ rows }) => rows),
      columns: sides.flatMap(({ columns = [] }) => columns),
      unused: sides.flatMap(({ unused }) => unused),
      skipped: sides.flatMap(({ skipped }) => skipped),
    }
  }
  const lists = findListSides(header.map(findColumn))
  if (lists.length > 1 && lists.length <= MAX_SIDES) return joinSides(lists)
  const columns = findColumns(header, others)
  if (columns.includes('activity')) {
    const hours = columns.indexOf('hours')
    const hasTimes = hours >= 0 || columns.includes('from')
    if (columns.includes('day')) return readList(columns, header, others, { title })
    const isDayBetween = others.some((line) => isHeadingOfDay(line) || splitDay(line.cells[hours]))
    if (hasTimes && (titleDay || isDayBetween)) return readList(columns, header, others, { title, day: titleDay })
  }
  const days = findDays(header, below)
  const isTimeOfSide = (index: number) =>
    index > 1 && ['from', 'hours'].includes(findColumn(header[index] ?? '') ?? '') && isDay(header[index + 1])
  const starts = days ? [0, ...[...header.keys()].filter(isTimeOfSide)] : []
  if (starts.length > 1 && starts.length <= MAX_SIDES) return { ...joinSides(starts), isGrid: true }
  if (days) return readDaysAcross(days, header, others, title, half)
  const slots = [...header.keys()].slice(1).filter((index) => hasTime(header[index]!))
  // Times below times are those of a list.
  if (slots.length > 1 && isDay(below[0]) && !slots.every((index) => isTime(below[index] ?? '')))
    return readDaysDown(header, others, { ...surroundings, title }, half)
  const [day = '', time = ''] = header
  if (!(parseWeekdays(day) ?? parseDated(day)) || !isTime(time)) return null
  const order = isRange(time) ? orderWithHours : usualOrder
  if (isOtherOrder(above.at(-1) ?? [], order)) return null
  requireKnownColumns(above, order)
  return readList(order, [], lines, { title })
}
