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

/** Excel's first line that declares the delimiter: 'sep=;'. */
const SEPARATOR = /^sep=([,;\t])[^\S\t]*(?:\r\n|\n|\r)/i

/** A list's delimiter: as declared in the first line, else the most frequent one there, outside quotation marks. */
export function detectDelimiter(text: string): ',' | ';' | '\t' {
  const [, named] = SEPARATOR.exec(text) ?? []
  if (named) return named as ',' | ';' | '\t'
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (mark: string) => header.split(mark).length
  return ([',', ';', '\t'] as const).reduce((most, mark) => (count(mark) > count(most) ? mark : most))
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

const SLICE_SIZE = 16_384
/** Longer lines mean that the file is not a list. */
const MAX_LINE_LENGTH = 20_000

async function* splitIntoSlices(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  const yieldIfDue = createYield()
  for (let start = 0; start < bytes.length; start += SLICE_SIZE) {
    yield bytes.subarray(start, start + SLICE_SIZE)
    await yieldIfDue()
  }
}

const csvOptions = {
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: MAX_LINE_LENGTH,
}

const countLineBreaks = (cells: string[]) => cells.join('').split(/\r\n|\r|\n/).length - 1

const createFileError = (words: string) => new Refused(400, words, { field: 'file' })

/**
 * Parses a text with columns separated by commas, semicolons or tabs, without its empty lines. Reads two lines more than `maxLines`: the
 * header, and one to refuse the text by. Throws Refused, 400, if it is not such a text.
 */
export async function parseCsv(text: string, maxLines: number): Promise<CsvLine[]> {
  // Zeros mean a binary file, such as a spreadsheet or a picture.
  if (text.includes('\0')) throw createFileError('This is not a CSV file. In your spreadsheet, save the list as CSV.')
  const lines: CsvLine[] = []
  try {
    const delimiter = detectDelimiter(text)
    const parser = Readable.from(splitIntoSlices(removeDelimiterLine(text))).pipe(
      // `ltrim` allows a quoted name after a comma and a space. It would drop empty cells between tabs.
      parse({ ...csvOptions, to: maxLines + 2, delimiter, ltrim: delimiter !== '\t' }),
    )
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      if (cells.some((cell) => cell.trim() !== '')) lines.push({ cells, line: info.lines - countLineBreaks(cells) })
    return lines
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw createFileError('This file can’t be read as a list. It may have a quotation mark that is never closed.')
  }
}
