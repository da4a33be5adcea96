import { type CsvLine, unescapeCell } from '~/domain/csv.server'
import { normalizeTime } from '~/domain/events/days'
import { foldToLetters } from '~/domain/text'
import { parseWeekday, parseWeekdays } from './weekdays'

/** Names of columns, letters only. `hours` has start and end in one cell. */
const columnNames = {
  day: ['day', 'days', 'weekday', 'weekdays', 'dayoftheweek'],
  from: ['from', 'start', 'starts', 'starttime', 'begin', 'begins', 'timefrom'],
  to: ['to', 'until', 'till', 'end', 'ends', 'endtime', 'finish', 'timeto'],
  hours: ['time', 'times', 'hours', 'when'],
  activity: ['activity', 'activities', 'session', 'class', 'subject', 'what', 'title'],
  place: ['place', 'room', 'where', 'location', 'venue'],
  withWhom: ['whowith', 'with', 'withwhom', 'tutor', 'tutors', 'staff', 'teacher', 'facilitator'],
  students: ['students', 'student', 'for', 'forwhom', 'whofor', 'who', 'whoisitfor', 'group', 'names'],
} as const
type Column = keyof typeof columnNames

/** The order of columns without names. */
const usualOrder: Column[] = ['day', 'from', 'to', 'activity', 'place', 'withWhom', 'students']

/** A row of a timetable, as typed. */
export interface TableRow extends Partial<Record<Exclude<Column, 'hours'>, string>> {
  /** Its line in the file or the pasted text, from 1. */
  line: number
}

function findColumn(cell: string): Column | undefined {
  const letters = foldToLetters(unescapeCell(cell))
  return (Object.keys(columnNames) as Column[]).find((column) =>
    (columnNames[column] as readonly string[]).includes(letters),
  )
}

/** Splits '9:30 to 11:00' into start and end. Other texts are the start. */
function splitHours(text: string): { from: string; to: string } {
  const [from = text, to = ''] = (normalizeTime(text) ?? text).split(/-(?=\d\d:\d\d$)/)
  return { from, to }
}

/** Removes the seconds that spreadsheets add to times. */
const cleanTime = (text = '') => text.replace(/^(\d{1,2}:\d\d):\d\d\b/, '$1')

function toRow(cells: string[], columns: (Column | undefined)[], line: number): TableRow {
  const row: Partial<Record<Column, string>> = {}
  for (const [place, column] of columns.entries()) if (column) row[column] ??= unescapeCell(cells[place] ?? '')
  const { hours, ...others } = row
  const times = hours ? splitHours(hours) : { from: cleanTime(row.from), to: cleanTime(row.to) }
  return { line, ...others, ...times }
}

/**
 * The cells of a week's grid: times in the first column, and a column for each day. Without an end, a session lasts until the next row's
 * start. A cell has the activity, place and tutor on lines.
 */
function readGrid(header: string[], lines: CsvLine[]): TableRow[] {
  const days = header.map(parseWeekday)
  const hours = lines.map(({ cells }) => splitHours(cleanTime(unescapeCell(cells[0] ?? ''))))
  return lines.flatMap(({ line, cells }, place) => {
    const { from = '', to } = hours[place] ?? {}
    return days.flatMap((day, column) => {
      const [activity = '', room, withWhom] = (cells[column] ?? '').split(/[\r\n]+/).map(unescapeCell)
      return day && activity
        ? { line, day, from, to: to || hours[place + 1]?.from, activity, place: room, withWhom }
        : []
    })
  })
}

/** Reads a timetable's rows, by the names of its columns, in the usual order, or from a grid of the week. Null if it is none of these. */
export function readTable([first, ...others]: CsvLine[]): TableRow[] | null {
  if (!first) return null
  const header = first.cells
  const columns = header.map(findColumn)
  if (columns.includes('day') && columns.includes('activity'))
    return others.map(({ cells, line }) => toRow(cells, columns, line))
  if (header.slice(1).filter((cell) => parseWeekday(cell)).length > 1) return readGrid(header, others)
  const isRow = parseWeekdays(header[0] ?? '') && normalizeTime(cleanTime(header[1]))
  return isRow ? [first, ...others].map(({ cells, line }) => toRow(cells, usualOrder, line)) : null
}
