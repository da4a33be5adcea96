import { type CsvLine, formatColumnName, unescapeCell } from '~/domain/csv.server'
import { Refused } from '~/domain/refused'
import { foldForSearch, foldToLetters } from '~/domain/text'
import { formatMinutes, type Half, parseTimes } from '~/domain/times'
import { weekdays } from '~db/choices'
import { hasSomeWeeks, isDayOfSomeWeeks, isEveryWeek, isSomeWeeksOnly, parseDated } from './dated'
import { TABLE_SESSIONS } from './import-limits'
import { type Column, findColumn } from './table-columns.server'
import { createDiReader, formatWeekdays, parseDayCodes, parseInitials, parseWeekday, parseWeekdays } from './weekdays'

/** The order of columns without names. */
const usualOrder: Column[] = ['day', 'from', 'to', 'activity', 'place', 'withWhom', 'students']
const orderWithHours: Column[] = ['day', 'hours', 'activity', 'place', 'withWhom', 'students']

/** A row of a timetable, as typed. */
export interface TableRow extends Partial<Record<Exclude<Column, 'hours'>, string>> {
  /** Its line in the file or the pasted text, from 1. */
  line: number
  /** Why it can't be read. */
  problem?: string
}

export interface Table {
  rows: TableRow[]
  /** Names of unused columns. */
  unused: string[]
  /** Unused lines, such as a title. */
  skipped: { line: number; text: string }[]
}

const FRACTION = /^(?:0|\d{5})?[.,](\d{1,20})$/

/** A cell with a time as a text that parseTimes reads: a spreadsheet may write 9:30 as 0.395833, or with a date. */
function cleanTime(text = ''): string {
  const [, digits] = FRACTION.exec(text) ?? []
  if (digits) return formatMinutes(Math.round(Number(`0.${digits}`) * 24 * 60))
  return text
    .replace(/^(?:until|till?|to|bis|go|do|à) /i, '')
    .replace(/^(?:\d{4}-\d\d-\d\d[T ]|\d{1,2}[/.]\d{1,2}[/.]\d{4} )(?=\d)/, '')
    .replace(/(?:\.\d{1,9})?Z$/, '')
}

const NOON = 12 * 60

const inTable = { isTyped: true, hasBareHours: true }

function isTime(text: string): boolean {
  const times = parseTimes(cleanTime(text), inTable)
  return !('reason' in times) || times.question !== undefined
}

const joinHours = (from = '', to = '') => [from, to].map(cleanTime).filter(Boolean).join('-')

/** A row's times as HH:MM, as typed if they can't be read, or the question about unclear ones. */
export function readHours({ from, to }: Pick<TableRow, 'from' | 'to'>, half?: Half) {
  if (!from) return { from, to }
  const times = parseTimes(joinHours(from, to), { ...inTable, half })
  if ('reason' in times) {
    if (times.question) return { question: times.question }
    const readAlone = (text?: string) => {
      const alone = text ? parseTimes(cleanTime(text), { ...inTable, half }) : { reason: '' }
      return 'reason' in alone || alone.end !== undefined ? text : formatMinutes(alone.start)
    }
    return { from: readAlone(from), to: readAlone(to) }
  }
  const { start, end } = times
  return { from: formatMinutes(start), to: end === undefined ? to : formatMinutes(end) }
}

/** True for a cell without letters and digits: '—' means that nothing is on. */
const isBlank = (text = '') => !/[\p{L}\p{N}]/u.test(text)

/** True for a cell that says that there is no activity, or no place. */
const isNone = (text = '') => isBlank(text) || /^(?:n\/?a|nil|none)\.?$/i.test(text)
const MAY_BE_NONE: Column[] = ['place', 'withWhom']
const NO_ACTIVITY =
  /^(?:closed|no (?:sessions?|class(?:es)?|lessons?|activit(?:y|ies))|tbc|tba|x|off|cancell?ed|geschlossen|entfallt|ferme|annule|zamkniete|odwolane|dunta)\.?$/
const isNoActivity = (text = '') => isNone(text) || NO_ACTIVITY.test(foldForSearch(text.slice(0, 40)))

/** 'Monday 9:30-11:00' in one cell. */
const DAY_AND_TIME = /^(\p{L}[^\d]{0,60}?),? (\d.*)$/su

function splitDay(text = ''): { day: string; hours: string } | undefined {
  const [, day = '', hours = ''] = DAY_AND_TIME.exec(text) ?? []
  return parseWeekdays(day) ? { day, hours } : undefined
}

function toRow(cells: string[], columns: (Column | undefined)[], line: number): TableRow {
  const row: Partial<Record<Column, string>> = {}
  for (const [place, column] of columns.entries()) {
    const isEmpty = column === 'activity' ? isNoActivity : column && MAY_BE_NONE.includes(column) ? isNone : isBlank
    if (column && !isEmpty(cells[place])) row[column] = cells[place]
  }
  if (!columns.includes('day')) Object.assign(row, splitDay(row.hours))
  const { hours, ...others } = row
  return { line, ...others, from: others.from ?? hours }
}

/** Drops repeated columns, and one for times if another has the start. */
const keepFirst = (columns: (Column | undefined)[]) =>
  columns.map((column, place) =>
    columns.indexOf(column) < place || (column === 'hours' && columns.includes('from')) ? undefined : column,
  )

const SOME_WEEK = /^(?:week |wk )?[ab]$/i

/** The text of a row with nothing else, also if merged cells repeat it. Undefined for other rows. */
function getOnlyText(cells: string[]): string | undefined {
  const [text, second] = new Set(cells.filter((cell) => !isBlank(cell)))
  return second === undefined ? text : undefined
}

function trimMarks(text: string): string {
  let end = text.length
  while (end > 0 && /[\s:–—-]/.test(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

/** The day of a row of its own: 'Tuesday:', 'Day: Tuesday', 'Tuesday (all)' or 'Tuesday 1/12'. Undefined for other texts. */
function parseDayHeading(text: string): string | undefined {
  const [, name = '', named] = /^(\p{L}+) ?[:–-] ?(.+)$/su.exec(text) ?? []
  const whole = named && ['day', 'date'].includes(findColumn(name) ?? '') ? named : text
  const bare = trimMarks(whole)
  const day = /\(all\)$/i.test(bare) ? trimMarks(bare.slice(0, -'(all)'.length)) : bare
  return parseWeekdays(day) || parseDated(day) ? day : undefined
}

/** Rows with a name for each column. Merged cells leave the day empty below the first row. */
function readList(
  columns: (Column | undefined)[],
  header: string[],
  lines: CsvLine[],
  { title, day: titleDay }: { title: string; day?: string },
): Table {
  const places = [...new Set(lines.flatMap(({ cells }) => [...cells.keys()])).add(header.length - 1)]
  const values = (place: number) => lines.flatMap(({ cells }) => cells[place] || [])
  const used = places.map((place) => {
    const isWeek = values(place).length > 0 && values(place).every((text) => SOME_WEEK.test(text))
    return columns[place] ?? (isWeek ? 'week' : undefined)
  })
  const unused = places.filter((place) => !used[place] && (header[place] || values(place).length > 0))
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
    next = line + 1 + cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
    const text = getOnlyText(cells)
    const day = text && !isTime(text) ? parseDayHeading(text) : undefined
    if (text && isSomeWeeksOnly(text)) {
      week = text
      skipped.push({ line, text })
    } else if (day) above = { day, isHeading: true }
    else {
      const row = { ...toRow(cells, used, line) }
      const others = cells.filter((_, place) => !['day', 'activity', 'week'].includes(used[place] ?? ''))
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
  return { rows, unused: unused.map((place) => formatColumnName({ name: header[place] ?? '', place })), skipped }
}

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
  getCell: (slot: number, day: number) => { text?: string; line: number; notes: string[] }
  title: string
  /** Whether sessions have ends of their own, so that one without does not last until the next start. */
  hasEnds?: boolean
}

/**
 * The cells of a week's grid. Times go upwards, so that 1:30 below 12:30 is in the afternoon. Without an end, a session lasts until the
 * next start. A cell has the activity, place and tutor on lines.
 */
function readGrid({ days, slots, getCell, title, hasEnds }: Grid, half?: Half): TableRow[] {
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
  const ofNotes = new Map<string[], string | undefined>()
  const findInNotes = (notes: string[]) => {
    if (!ofNotes.has(notes)) ofNotes.set(notes, notes.find(hasSomeWeeks))
    return ofNotes.get(notes)
  }
  const rows: TableRow[] = []
  for (const [slot, heading] of slots.entries()) {
    if (isSomeWeeksOnly(heading)) week = heading
    const { from, to = hasEnds ? undefined : hours[slot + 1]?.start, problem } = hours[slot] ?? {}
    const mayHaveOwnHours = PART_OF_DAY.test(heading) || hasTime(heading)
    const filled = days.flatMap((day, place) => {
      const { text = '', line, notes } = getCell(slot, place)
      return splitSessions(text.split(/[\r\n]+/).map(unescapeCell), mayHaveOwnHours).flatMap(({ own, words }) => {
        const [activity = '', ...others] = words
        const [room, withWhom] = others
        const weeks = others.find(hasSomeWeeks) ?? findInNotes(notes) ?? week
        const times = own ? { from: own } : { from, to, problem }
        return day && !isNoActivity(activity)
          ? { line, day, week: weeks, ...times, activity, place: room, withWhom }
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
function joinDays(rows: TableRow[]): TableRow[] {
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

const isDay = (text = '') => parseWeekday(text) !== undefined || parseDated(text) !== null || isDayOfSomeWeeks(text)

/** The days that a grid's header names; '' for other columns. Undefined if it isn't one. */
function findDays([corner = '', ...cells]: string[], below: string[]): string[] | undefined {
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

/** A time within other words, such as 'Session 1 (9:30-11:00)'. */
const RANGE_WITHIN = /\d{1,2}(?:[:.h]\d\d)?(?: ?[ap]m)? ?(?:[-–—]|to|until) ?\d{1,2}(?:[:.h]\d\d)?(?: ?[ap]m)?(?!\d)/i
const SURE_TIME = /[:.h]\d\d|[ap]m/i

/** The times within a text; '' if there are none, or they are not clear. */
function findRange(text: string): string {
  const [within = ''] = RANGE_WITHIN.exec(text.slice(0, 200)) ?? []
  return SURE_TIME.test(within) && isTime(within) ? within : ''
}

/** The times in a heading of a grid; the heading itself if they are not clear. */
const readSlot = (heading = ''): string => (isTime(heading) ? heading : findRange(heading) || heading)
const hasTime = (heading: string) => isTime(readSlot(heading))

/** Headings of columns whose numbers are no hours. */
const COUNTED = /^(?:periods?|sessions?|lessons?|slots?|blocks?|class|classes|no|nr|number)$/

/** A table before the days of a grid's rows are joined. */
interface ReadTable extends Table {
  isGrid?: boolean
}

/** What is around a table: the lines above it, and whether its header has been joined from starts and ends. */
interface Surroundings {
  title: string
  above: string[][]
  hasEnds: boolean
}

/** A grid with a column for each day. The columns before them have the times. */
function readDaysAcross(days: string[], header: string[], lines: CsvLine[], title: string, half?: Half): ReadTable {
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
  const isOther = (place: number) => !days[place] && place !== start && place !== end
  const isUnused = (place: number) => isOther(place) && lines.some(({ cells }) => !isBlank(cells[place]))
  const notes = lines.map(({ cells }) => cells.filter((_, place) => isOther(place)))
  const getCell = (slot: number, day: number) => ({
    text: lines[slot]?.cells[day],
    line: lines[slot]?.line ?? 0,
    notes: notes[slot] ?? [],
  })
  const places = [...new Set(lines.flatMap(({ cells }) => [...cells.keys()]))]
  return {
    isGrid: true,
    rows: readGrid({ days, slots, getCell, title, hasEnds: end >= 0 }, half),
    unused: places.filter(isUnused).map((place) => formatColumnName({ name: header[place] ?? '', place })),
    skipped: lines.flatMap(({ line, cells }) =>
      !isTime(cells[start] ?? '') && !isBlank(cells[start]) && days.every((day, place) => !day || isBlank(cells[place]))
        ? { line, text: cells[start]! }
        : [],
    ),
  }
}

/** A grid with a row for each day, and the times in its header. */
function readDaysDown(header: string[], lines: CsvLine[], { title, hasEnds }: Surroundings, half?: Half): ReadTable {
  const days = lines.map(({ cells }) => (isDay(cells[0]) ? cells[0]! : ''))
  const places = [...header.keys()].slice(1)
  const slots = places.filter((place) => hasTime(header[place] ?? ''))
  const notes = lines.map(({ cells }) => cells.filter((_, place) => place > 0 && !slots.includes(place)))
  const getCell = (slot: number, day: number) => ({
    text: lines[day]?.cells[slots[slot] ?? 0],
    line: lines[day]?.line ?? 0,
    notes: notes[day] ?? [],
  })
  const rows = readGrid({ days, slots: slots.map((place) => readSlot(header[place])), getCell, title, hasEnds }, half)
  return {
    isGrid: true,
    rows: rows.sort((one, other) => one.line - other.line),
    unused: places
      .filter((place) => !slots.includes(place) && lines.some(({ cells }) => !isBlank(cells[place])))
      .map((place) => formatColumnName({ name: header[place] ?? '', place })),
    skipped: lines.flatMap(({ line, cells }, place) => (days[place] ? [] : { line, text: cells.join(' ').trim() })),
  }
}

/** Lines above the names of the columns, such as a title. */
const MAX_TITLE_LINES = 10

/**
 * Reads a timetable's rows, by the names of its columns, in the usual order, or from a grid of the week. `half` is the answer to the
 * question about unclear times. Null if it is none of these.
 */
export function readTable(csvLines: CsvLine[], half?: Half): Table | null {
  const { lines, hasEnds } = joinTimeRows(
    csvLines.map(({ line, cells }) => ({ line, cells: joinHalves(cells.map(unescapeCell)) })),
  )
  const headers = new Set(lines.filter(isHeader))
  const readDi = createDiReader(lines.flatMap(({ cells }) => cells))
  const tables: Table[] = []
  for (let rest = lines; rest.length > 0; ) {
    const table = readFirstTable(rest, { headers, hasEnds }, half)
    if (!table) break
    const rows = table.rows.map((row) => ({ ...row, ...readDi(row.day) }))
    tables.push({ ...table, rows: table.isGrid ? joinDays(rows) : rows })
    rest = rest.slice(table.end)
  }
  if (tables.length === 0) return null
  return {
    rows: tables.flatMap(({ rows }) => rows),
    unused: [...new Set(tables.flatMap(({ unused }) => unused))],
    skipped: tables.flatMap(({ skipped }) => skipped),
  }
}

const HALF = /^[ap]\.?m\.?$/i

/** Joins 'PM' in a cell of its own to the time before it. */
const joinHalves = (cells: string[]) =>
  cells.map((cell, place) => {
    const [before = '', after = ''] = [cells[place - 1], cells[place + 1]]
    if (HALF.test(after) && isTime(cell)) return `${cell} ${after}`
    return (HALF.test(cell) && isTime(before)) || /^am ?\/ ?pm$/i.test(cell) ? '' : cell
  })

/** The first table of some lines, and where it ends: before the next header and the titles above it. Null if there is none. */
function readFirstTable(
  lines: CsvLine[],
  { headers, hasEnds }: { headers: ReadonlySet<CsvLine>; hasEnds: boolean },
  half?: Half,
): (ReadTable & { end: number }) | null {
  for (let place = 0; place < Math.min(lines.length, MAX_TITLE_LINES); place++) {
    const skipped = lines.slice(0, place).map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(', ') }))
    const title = skipped.map(({ text }) => text).join(', ')
    const above = lines.slice(0, place).map(({ cells }) => cells)
    const next = lines.findIndex((line, index) => index > place + 1 && headers.has(line))
    let end = next < 0 ? lines.length : next
    while (next > 0 && end > place + 2 && getOnlyText(lines[end - 1]!.cells) !== undefined) end -= 1
    const table = readFrom(lines.slice(place, end), { title, above, hasEnds }, half)
    if (table) return { ...table, skipped: [...skipped, ...table.skipped], end }
  }
  return null
}

/** True for a line that names the columns of a list, or the days of a grid. */
function isHeader({ cells }: CsvLine): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const columns = findColumns(filled)
  if (columns.includes('activity') && (columns.includes('from') || columns.includes('hours'))) return true
  const days = new Set(filled.filter(isDay))
  return days.size > 1 && days.size * 2 >= filled.length && !filled.some(isTime)
}

function isRange(text: string): boolean {
  const times = parseTimes(cleanTime(text), inTable)
  return 'reason' in times ? times.question?.pm.text.includes('-') === true : times.end !== undefined
}

const isNumbering = (texts: string[]) => texts.every((text, place) => text === String(place + 1))

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

/** Joins a row of starts and one of ends, in either order, into one row of times. */
function joinTimeRows(lines: CsvLine[]): { lines: CsvLine[]; hasEnds: boolean } {
  const at = lines.slice(0, MAX_TITLE_LINES).findIndex((_, place) => areTimeRows(lines.slice(place)))
  const pair = lines.slice(at, at + 2)
  const names = pair.map(({ cells }) => findColumn(cells[0] ?? ''))
  const [from, to] = names[0] === 'to' || names[1] === 'from' ? pair.reverse() : pair
  if (at < 0 || !from || !to) return { lines, hasEnds: false }
  const places = [...(from.cells.length > to.cells.length ? from : to).cells.keys()].slice(1)
  const hours = places.map((place) => joinHours(from.cells[place], to.cells[place]))
  const joined = { line: Math.min(from.line, to.line), cells: ['', ...hours] }
  return { lines: [...lines.slice(0, at), joined, ...lines.slice(at + 2)], hasEnds: true }
}

/** The columns of a list, by its header. Days may be dates, also those on which something starts. */
function findColumns(header: string[]): (Column | undefined)[] {
  const named = header.map(findColumn)
  const dates = (['day', 'date', 'startDate'] as const).find((column) => named.includes(column))
  if (dates === 'startDate')
    return keepFirst(
      named.map((column) => (column === 'startDate' ? 'day' : column === 'endDate' ? undefined : column)),
    )
  return keepFirst(named.map((column) => (column === 'date' && dates === 'date' ? 'day' : column)))
}

const isHeadingOfDay = ({ cells }: CsvLine) => {
  const text = getOnlyText(cells)
  return text !== undefined && !isTime(text) && parseDayHeading(text) !== undefined
}

/** True for names of columns in another order than the usual one. */
const isOtherOrder = (names: string[], order: Column[]) =>
  names.map(findColumn).some((column, place) => column !== undefined && column !== order[place])

/** Throws Refused if a row above names columns that would be read as a place or as people by their position alone. */
function requireKnownColumns(above: string[][], order: Column[]): void {
  for (const names of above) {
    const known = names.map(findColumn)
    const unknown = [...names.keys()].filter((place) => !isBlank(names[place]) && !known[place])
    const isHeader = known.some(Boolean) || (unknown.length > 1 && names.slice(0, 2).every(isBlank))
    if (!isHeader || unknown.every((place) => place === order.indexOf('activity'))) continue
    const list = unknown.map((place) => `‘${names[place]!.slice(0, 60)}’`).join(', ')
    const words = unknown.length > 1 ? `the columns ${list} are` : `the column ${list} is`
    throw new Refused(
      400,
      `We can’t tell what ${words}. Please name the columns Day, From, To, Activity, Place, Who with, Students.`,
      { field: 'file' },
    )
  }
}

/** Grids next to one another. */
const MAX_SIDES = 10

function readFrom(lines: CsvLine[], surroundings: Surroundings, half?: Half): ReadTable | null {
  const { title, above } = surroundings
  const titleDay = above.map((cells) => parseDayHeading(getOnlyText(cells) ?? '')).findLast(Boolean)
  const [{ cells: first } = { cells: [] }, ...others] = lines
  const below = others[0]?.cells ?? []
  // Its empty corner may be lost.
  const header = isDay(first[0]) && isTime(below[0] ?? '') && below.length > first.length ? ['', ...first] : first
  const columns = findColumns(header)
  if (columns.includes('activity')) {
    const hours = columns.indexOf('hours')
    const hasTimes = hours >= 0 || columns.includes('from')
    if (columns.includes('day')) return readList(columns, header, others, { title })
    const isDayBetween = others.some((line) => isHeadingOfDay(line) || splitDay(line.cells[hours]))
    if (hasTimes && (titleDay || isDayBetween)) return readList(columns, header, others, { title, day: titleDay })
  }
  const days = findDays(header, below)
  const isTimeOfSide = (place: number) =>
    place > 1 && ['from', 'hours'].includes(findColumn(header[place] ?? '') ?? '') && isDay(header[place + 1])
  const starts = days ? [0, ...[...header.keys()].filter(isTimeOfSide)] : []
  if (starts.length > 1 && starts.length <= MAX_SIDES) {
    const readSide = (start: number, index: number) =>
      readFrom(
        lines.map(({ line, cells }) => ({ line, cells: cells.slice(start, starts[index + 1]) })),
        surroundings,
        half,
      )
    const sides = starts.map(readSide).filter((side) => side !== null)
    return {
      isGrid: true,
      rows: sides.flatMap(({ rows }) => rows),
      unused: sides.flatMap(({ unused }) => unused),
      skipped: sides.flatMap(({ skipped }) => skipped),
    }
  }
  if (days) return readDaysAcross(days, header, others, title, half)
  if (header.slice(1).filter(hasTime).length > 1 && isDay(below[0]))
    return readDaysDown(header, others, surroundings, half)
  const [day = '', time = ''] = header
  if (!(parseWeekdays(day) ?? parseDated(day)) || !isTime(time)) return null
  const order = isRange(time) ? orderWithHours : usualOrder
  if (isOtherOrder(above.at(-1) ?? [], order)) return null
  requireKnownColumns(above, order)
  return readList(order, [], lines, { title })
}
