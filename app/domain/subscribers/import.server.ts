import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { stripInvisible } from '~/characters'
import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { decodeText } from '~/domain/decode-text.server'
import type { Encoding } from '~/domain/encodings'
import { Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import { createYield } from '~/domain/turns.server'
import { getAddressKey, parseNamedAddress } from '~/email-address'
import type { Database } from '~db/schema'
import {
  findReasonInPlainLine,
  findReasonNotSubscribed,
  formatColumnName,
  isYesCell,
  joinNameCells,
  type ListColumns,
  readColumns,
  type SubscriberField,
} from './columns.server'
import {
  detectDelimiter,
  findAddresses,
  hasPeople,
  parsePeopleLine,
  removeDelimiterLine,
  unescapeCell,
} from './csv.server'
import { LIST_LINES } from './import-limits'
import { type NewSubscriber, newSubscriber } from './schema'
import { createSubscriberRow, createVouchedColumns } from './subscribers.server'

export interface ReportedLine {
  line: number
  email: string
  reason: string
}

/** The result of an import: how many were added, which lines were on the list already, which are invalid. */
export interface ListReport {
  added: number
  alreadyThere: ReportedLine[]
  refused: ReportedLine[]
}

/** A report's lines as a page shows them: the first ones, and the number of all. */
export interface LimitedLines {
  lines: ReportedLine[]
  number: number
}

const LINES_SHOWN = 50

/** Lines as a page shows them: a file that is no list can have twenty thousand invalid ones. */
export function limitReportLines(lines: ReportedLine[]): LimitedLines {
  return { lines: lines.slice(0, LINES_SHOWN), number: lines.length }
}

export function limitReport({ added, alreadyThere, refused }: ListReport) {
  return { added, alreadyThere: limitReportLines(alreadyThere), refused: limitReportLines(refused) }
}

const BATCH = 100
const SLICE = 16_384
const TOO_MANY = 'The list has more than 20,000 lines or people. Please import it in parts.'
/** Longer lines mean that the file is no list. */
const LONGEST_LINE = 20_000

/** Adds everybody on a list who is not there yet, without a mail, or nobody. Throws what parseList throws. */
export async function importSubscribers(
  db: Database,
  tutor: Tutor,
  { file, vouchedFor, encoding }: { file: Blob; vouchedFor: string; encoding?: Encoding },
): Promise<ListReport> {
  const { good, refused } = await parseList(new Uint8Array(await file.arrayBuffer()), encoding)
  const { fresh, repeated } = separateRepeats(good)
  return db.transaction().execute(async (change) => {
    const how = createVouchedColumns({ tutor, from: 'list', words: vouchedFor })
    const added = await addNew(change, fresh, how)
    const present = fresh.filter(({ subscriber }) => !added.has(subscriber.email))
    if (added.size > 0) {
      const title = `from a list (${added.size})`
      await logActivity(change, tutor, { action: 'imported', noun: 'subscribers', title })
    }
    const alreadyThere = [...present.map((line) => report(line, 'This address is already on the list.')), ...repeated]
    return { added: added.size, alreadyThere: alreadyThere.sort((one, other) => one.line - other.line), refused }
  })
}

interface GoodLine {
  line: number
  subscriber: NewSubscriber
  /** The address before it was cleaned, perhaps with a name. */
  typed: string
}

/** The lines whose address is stored in another spelling than the list has, capitals aside. */
export function findCleanedLines(good: GoodLine[]): ReportedLine[] {
  return good.flatMap((one) => {
    const seen = stripInvisible(one.typed)
    const isKept = seen.toLowerCase().includes(one.subscriber.email.toLowerCase())
    if (isKept && seen === one.typed) return []
    return report(one, isKept ? 'It had characters that can’t be seen.' : `It was ${seen}`)
  })
}

/** The lines of a list with named columns, or of addresses: valid and refused ones, and the names of columns that are not used. Throws Refused, 400, for no list. */
export async function parseList(bytes: Uint8Array, encoding?: Encoding) {
  const all = await parseLines(bytes, encoding)
  const columns = hasPeople(all[0]?.cells ?? []) ? null : columnsOf(all)
  const lines = columns ? all.slice(1) : all
  if (lines.length > LIST_LINES) throw unreadable(TOO_MANY)
  const good: GoodLine[] = []
  const refused: ReportedLine[] = []
  /** The lines that say that an address does not get the newsletter, by the address. */
  const against = new Map<string, number>()
  const turn = createYield()
  for (const { line, cells } of lines) {
    for (const { of, whyNot } of columns ? [ofColumns(cells, columns)] : ofPlainLine(cells)) {
      const { subscriber, reason } = readLine(of, whyNot)
      if (subscriber) good.push({ line, subscriber, typed: of('email') })
      else refused.push({ line, email: of('email').slice(0, 254), reason })
      if (whyNot) for (const email of findAddresses(of('email'))) against.set(email, line)
      // A line may hold thousands of addresses.
      if (good.length + refused.length > LIST_LINES) throw unreadable(TOO_MANY)
      await turn()
    }
  }
  const unused = columns?.unused.map(formatColumnName) ?? []
  return { ...withoutThoseWhoLeft(good, refused, against), unused }
}

/** Refuses also the other lines of addresses that a line says no for. */
function withoutThoseWhoLeft(good: GoodLine[], refused: ReportedLine[], against: Map<string, number>) {
  const lineAgainst = ({ subscriber }: GoodLine) => against.get(getAddressKey(subscriber.email))
  const left = good.filter((one) => lineAgainst(one) !== undefined)
  if (left.length === 0) return { good, refused }
  const theirs = left.map((one) => report(one, `Line ${lineAgainst(one)} has this address too, and it was not added.`))
  return {
    good: good.filter((one) => lineAgainst(one) === undefined),
    refused: [...refused, ...theirs].sort((one, other) => one.line - other.line),
  }
}

/** Throws Refused, 400, for a list without a column of addresses. */
function columnsOf([header, ...lines]: ParsedLine[]): ListColumns {
  const cells = lines.map((line) => line.cells)
  const columns = readColumns(header?.cells ?? [], cells)
  if (columns.places.email === undefined)
    throw unreadable('We found no email addresses. The first line can name the columns, and one of them must be Email.')
  return columns
}

type Reader = (field: SubscriberField) => string

interface Person {
  of: Reader
  whyNot: string | null
}

function ofPlainLine(line: string[]): Person[] {
  const cells = line.map(unescapeCell)
  const whyNot = findReasonInPlainLine(cells)
  return parsePeopleLine(cells).map((person) => ({
    of: (field) => (field === 'name' || field === 'email' ? person[field] : ''),
    whyNot,
  }))
}

/** Reads a line by its columns; an address may have its name next to it, 'Mary <mary@example.ie>'. */
function ofColumns(cells: string[], columns: ListColumns): Person {
  const of = (field: SubscriberField) => unescapeCell(cells[columns.places[field] ?? -1] ?? '')
  const whyNot = findReasonNotSubscribed(cells, columns)
  const name = joinNameCells(of) || (findAddresses(of('email')).size > 1 ? '' : parseNamedAddress(of('email')).name)
  return { of: (field) => (field === 'name' ? name : of(field)), whyNot }
}

const unreadable = (words: string) => new Refused(400, words, { field: 'file' })

interface ParsedLine {
  line: number
  cells: string[]
}

async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  const turn = createYield()
  for (let start = 0; start < bytes.length; start += SLICE) {
    yield bytes.subarray(start, start + SLICE)
    await turn()
  }
}

async function parseLines(bytes: Uint8Array, encoding?: Encoding): Promise<ParsedLine[]> {
  // A spreadsheet's own format, a picture and the like.
  const text = decodeText(bytes, encoding)
  if (text.includes('\0')) throw unreadable('This is not a CSV file. In your spreadsheet, save the list as CSV.')
  const lines: ParsedLine[] = []
  try {
    const delimiter = detectDelimiter(text)
    const parser = Readable.from(slicesOf(removeDelimiterLine(text))).pipe(
      // So that a name in quotes may follow a comma and a space; a tab would be an empty cell.
      parse({ ...reading, delimiter, ltrim: delimiter !== '\t' }),
    )
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      if (cells.some((cell) => cell.trim() !== '')) lines.push({ cells, line: info.lines - breaksIn(cells) })
    return lines
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable('This file can’t be read as a list. It may have a quotation mark that is never closed.')
  }
}

const reading = {
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: LONGEST_LINE,
  // After the header, one line more than allowed is enough to refuse the list.
  to: LIST_LINES + 2,
}

const breaksIn = (cells: string[]) => cells.join('').split(/\r\n|\r|\n/).length - 1

const guardianWords = ['yes', 'y', 'true', '1', 'x', 'guardian', 'parent', 'parent/guardian', 'parent or guardian']
const otherWords = ['', 'no', 'n', 'false', '0', '-', 'other']

function readLine(of: Reader, whyNot: string | null): { subscriber?: NewSubscriber; reason: string } {
  if (whyNot) return { reason: whyNot }
  const type = foldForSearch(of('guardian'))
  const isGuardian = guardianWords.includes(type)
  // Of other programs, the type may be a status: 'regular', 'unsubscribed'.
  if (!isGuardian && !otherWords.includes(type) && !isYesCell(type))
    return { reason: 'For the type, please write Guardian or Other, or yes or no.' }
  if (findAddresses(of('email')).size > 1)
    return { reason: 'There are two addresses here. Please give each a line of its own.' }
  const fields = { email: of('email'), name: of('name'), studentName: of('studentName'), isGuardian }
  const result = newSubscriber.safeParse(fields)
  return result.success
    ? { subscriber: result.data, reason: '' }
    : { reason: result.error.issues.map(({ message }) => message).join(' ') }
}

/** The lines of a list with each address once, and those that repeat one. */
export function separateRepeats(lines: GoodLine[]): { fresh: GoodLine[]; repeated: ReportedLine[] } {
  const first = new Map<string, GoodLine>()
  const repeated: ReportedLine[] = []
  for (const line of lines) {
    const key = getAddressKey(line.subscriber.email)
    const before = first.get(key)
    if (before) repeated.push(report(line, `This address is also on line ${before.line}.`))
    else first.set(key, line)
  }
  return { fresh: [...first.values()], repeated }
}

async function addNew(
  change: Database,
  lines: GoodLine[],
  how: ReturnType<typeof createVouchedColumns>,
): Promise<Set<string>> {
  const added = new Set<string>()
  const turn = createYield()
  for (let start = 0; start < lines.length; start += BATCH) {
    const rows = lines.slice(start, start + BATCH).map(({ subscriber }) => createSubscriberRow(subscriber, how))
    const insert = change
      .insertInto('subscribers')
      .values(rows)
      .onConflict((same) => same.column('email').doNothing())
    for (const { email } of await insert.returning('email').execute()) added.add(email)
    await turn()
  }
  return added
}

function report({ line, subscriber }: GoodLine, reason: string): ReportedLine {
  return { line, email: subscriber.email, reason }
}
