import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { createYield } from './job.server'
import { Refused } from './refused'

/** Start of a formula in spreadsheets, including in East Asian full width (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const DEFUSED = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** Byte order mark, without which Excel does not read CSV as UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\ufeff'

/** Formats rows as CSV (RFC 4180), with formulas escaped. */
export function formatCsv(rows: string[][]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

function formatCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Removes the escape of `formatCsv` from a cell. */
export function unescapeCell(text: string): string {
  return text.trim().replace(DEFUSED, '').trim()
}

/** The name of the column at `place`, or its number if it has none. */
export const formatColumnName = ({ name, place }: { name: string; place: number }) =>
  name.slice(0, 60) || `Column ${place + 1}`

/** The subject of a sentence about a column, by its name of `formatColumnName`: 'The column Notes', or 'Column 4'. */
export const describeColumn = (name: string) => (/^Column \d+$/.test(name) ? name : `The column ${name}`)

/** What a column of a list is used for, as shown to people. */
export interface ColumnUse {
  name: string
  use: string
}

/** Excel's first line that declares the delimiter: 'sep=;'. */
const SEPARATOR = /^sep=([,;\t])[^\S\t]*(?:\r\n|\n|\r)/i

const delimiters = [',', ';', '\t'] as const
type Delimiter = (typeof delimiters)[number]

/** A list's delimiter: as declared in the first line, else the most frequent one there, outside quotation marks. */
export function detectDelimiter(text: string): Delimiter {
  const [, named] = SEPARATOR.exec(text) ?? []
  if (named) return named as Delimiter
  // A longer line is refused, but only later.
  const start = text.trimStart().slice(0, csvBounds.lineLength)
  const header = /^[^\r\n]*/.exec(start)?.[0] ?? ''
  return findMostFrequent((mark) => countOutsideQuotes(header, mark))
}

const countOutsideQuotes = (line: string, mark: Delimiter) => line.replace(/"[^"]*"/g, '').split(mark).length - 1
const findMostFrequent = (count: (mark: Delimiter) => number) =>
  delimiters.reduce((max, mark) => (count(mark) > count(max) ? mark : max))

/** A list's delimiter below its titles: that of its first line with an address and the line above, if they share one. */
export function detectDelimiterBelowTitles(text: string): Delimiter {
  if (SEPARATOR.test(text)) return detectDelimiter(text)
  const lines = text
    .slice(0, csvBounds.lineLength)
    .split(LINE_BREAK)
    .filter((line) => line.trim())
  const first = lines.findIndex((line) => line.includes('@'))
  const pair = first > 1 ? lines.slice(first - 1, first + 1) : []
  const count = (mark: Delimiter) => Math.min(...pair.map((line) => countOutsideQuotes(line, mark)))
  const found = findMostFrequent(count)
  return pair.length > 0 && count(found) > 0 ? found : detectDelimiter(text)
}

/** All delimiters, the likeliest first: a title above the table may have another one. */
export function listDelimiters(text: string): Delimiter[] {
  return [...new Set([detectDelimiter(text), ...delimiters])]
}

/** Empties the line that declares the delimiter, so that the other lines keep their numbers. */
function removeDelimiterLine(text: string): string {
  return text.replace(SEPARATOR, '\n')
}

/** A line of a table: its number in the file, from 1, and its cells. */
export interface CsvLine {
  line: number
  cells: string[]
}

/** Bounds of a list, besides its bytes and its lines with text. Beyond them it is refused, before the rest is read. */
export const csvBounds = {
  /** Characters of a line. A longer one means that the file is not a list. */
  lineLength: 20_000,
  /** Columns of a list that names them. Each is looked up in all lines. */
  columns: 500,
  /** Cells of all lines together. */
  cells: 1_000_000,
  /** Line breaks for each line that the list may have: cells have line breaks, and spreadsheets add empty lines. */
  breaksPerLine: 5,
}

/** Characters that are parsed without a pause. */
const SLICE_SIZE = 4096

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff

async function* splitIntoSlices(text: string): AsyncGenerator<Buffer> {
  const yieldIfDue = createYield()
  for (let start = 0; start < text.length; ) {
    const end = start + SLICE_SIZE
    const next = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield Buffer.from(text.slice(start, next))
    await yieldIfDue()
    start = next
  }
}

const csvOptions = {
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: csvBounds.lineLength,
}

const LINE_BREAK = /\r\n|\r|\n/g

/** True for more than `max` line breaks. Stops counting there. */
function hasMoreLineBreaks(text: string, max: number): boolean {
  const breaks = text.matchAll(LINE_BREAK)
  for (let count = 0; count <= max; count++) if (breaks.next().done) return false
  return true
}

/** True if a line has more than `max` characters. The parser does not count empty cells before a line's end. */
function hasLongLine(text: string, max: number): boolean {
  let start = 0
  for (const { index, 0: lineBreak } of text.matchAll(LINE_BREAK)) {
    if (index - start > max) return true
    start = index + lineBreak.length
  }
  return text.length - start > max
}

const countLineBreaks = (cells: string[]) => cells.join('').split(LINE_BREAK).length - 1

const createFileError = (words: string) => new Refused('invalid', words, { field: 'file' })
const UNREADABLE = 'This file can’t be read as a list. It may have a quotation mark that is never closed.'

/** Throws Refused, invalid, if a list's first line names too many columns. */
export function requireFewColumns({ length }: string[]): void {
  if (length > csvBounds.columns) throw createFileError(`This list has more than ${csvBounds.columns} columns.`)
}

/**
 * Parses a text with columns separated by commas, semicolons or tabs, without its empty lines, in slices. Throws Refused, invalid, if it is not
 * such a text, and with `tooMany` for more than a header and `maxLines`, or beyond csvBounds.
 */
export async function parseCsv(
  text: string,
  {
    maxLines,
    tooMany,
    delimiter = detectDelimiter(text),
  }: { maxLines: number; tooMany: string; delimiter?: Delimiter },
): Promise<CsvLine[]> {
  // Zeros mean a binary file, such as a spreadsheet or a picture.
  if (text.includes('\0')) throw createFileError('This is not a CSV file. In your spreadsheet, save the list as CSV.')
  if (hasMoreLineBreaks(text, maxLines * csvBounds.breaksPerLine)) throw createFileError(tooMany)
  if (hasLongLine(text, csvBounds.lineLength)) throw createFileError(UNREADABLE)
  const lines: CsvLine[] = []
  let cellCount = 0
  try {
    const parser = Readable.from(splitIntoSlices(removeDelimiterLine(text))).pipe(
      // `ltrim` allows a quoted name after a comma and a space. It would drop empty cells between tabs.
      parse({ ...csvOptions, delimiter, ltrim: delimiter !== '\t' }),
    )
    for await (const { record: cells, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (cells.every((cell) => cell.trim() === '')) continue
      cellCount += cells.length
      if (lines.length > maxLines || cellCount > csvBounds.cells) throw createFileError(tooMany)
      lines.push({ cells, line: info.lines - countLineBreaks(cells) })
    }
    return lines
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw createFileError(UNREADABLE)
  }
}

/** Lines with their numbers as rows of a spreadsheet: a line break within a cell begins no row. */
export function numberRows(lines: CsvLine[]): CsvLine[] {
  let withinCells = 0
  return lines.map(({ line, cells }) => {
    const row = { line: line - withinCells, cells }
    withinCells += countLineBreaks(cells)
    return row
  })
}
