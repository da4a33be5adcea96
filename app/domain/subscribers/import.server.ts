import { stripInvisible } from '~/characters'
import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import {
  type ColumnUse,
  type CsvLine,
  csvBounds,
  detectDelimiterBelowTitles,
  parseCsv,
  requireFewColumns,
  unescapeCell,
} from '~/domain/csv.server'
import { decodeText } from '~/domain/decode-text.server'
import type { Encoding } from '~/domain/encodings'
import { createYield } from '~/domain/job.server'
import { Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import { chooseEncoding, compareEncodings, type Reading } from '~/domain/uploaded-list.server'
import { getAddressKey, parseNamedAddress } from '~/email-address'
import type { Database } from '~db/schema'
import { isAddressLabel } from './address-notes.server'
import {
  describeColumns,
  findReasonInPlainLine,
  findReasonInSection,
  findReasonNotSubscribed,
  findSection,
  findUnreadNote,
  hasColumnNames,
  isGuardianCell,
  isTypeCell,
  isYesCell,
  joinNameCells,
  type LineReason,
  type ListColumns,
  type ListSection,
  readColumns,
  type SubscriberField,
} from './columns.server'
import { LIST_LINES } from './import-limits'
import { findAddresses, hasPeople, parsePeopleLine } from './listed-people.server'
import { type NewSubscriber, newSubscriber } from './schema'
import { createSubscriberRow, createVouchedColumns, findPresent } from './subscribers.server'

export interface ReportedLine {
  line: number
  email: string
  reason: string
}

/** Result of an import: the number added, lines whose addresses were on the list before, and lines that are invalid or repeat an address of the file. */
export interface ListReport {
  added: number
  alreadyThere: ReportedLine[]
  refused: ReportedLine[]
}

/** A report's first lines, and their total number. */
export interface LimitedLines {
  lines: ReportedLine[]
  number: number
}

const LINES_SHOWN = 500

/** Limits the lines on a page: a file that is not a list can have 20,000 invalid ones. */
function limitReportLines(lines: ReportedLine[]): LimitedLines {
  return { lines: lines.slice(0, LINES_SHOWN), number: lines.length }
}

export function limitReport({ added, alreadyThere, refused }: ListReport) {
  return { added, alreadyThere: limitReportLines(alreadyThere), refused: limitReportLines(refused) }
}

const BATCH_SIZE = 100
const ON_SEVERAL_LINES =
  'Each person has several lines in this list. Please put each person on one line, with the name, the address and everything else next to each other.'
const EMPTY_SECTION = 'Nobody is below this line. Please check whether it is about somebody above.'
const TOO_MANY = 'The list has more than 20,000 lines or people. Please import it in parts.'

/** Adds everyone on a list who is not subscribed yet, without an email; everyone or no one. Throws what parseList throws. */
export async function importSubscribers(
  db: Database,
  tutor: Tutor,
  { file, vouchedFor, encoding }: { file: Blob; vouchedFor: string; encoding?: Encoding },
): Promise<ListReport> {
  const { good, refused } = await parseList(new Uint8Array(await file.arrayBuffer()), encoding)
  const { fresh, repeated } = separateRepeats(good)
  return db.transaction().execute(async (change) => {
    const how = createVouchedColumns({ tutor, from: 'list', words: vouchedFor })
    const added = await insertSubscribers(change, fresh, how)
    const present = await listPresent(
      change,
      fresh.filter(({ subscriber }) => !added.has(subscriber.email)),
    )
    if (added.size > 0) {
      const title = `from a list (${added.size})`
      await logActivity(change, tutor, { action: 'imported', noun: 'subscribers', title })
    }
    const byLine = (one: ReportedLine, other: ReportedLine) => one.line - other.line
    return {
      added: added.size,
      alreadyThere: present.sort(byLine),
      refused: [...refused, ...repeated].sort(byLine),
    }
  })
}

interface GoodLine {
  line: number
  subscriber: NewSubscriber
  /** The address before cleaning, possibly with a name. */
  typed: string
  /** What a note says that was not understood. */
  doubt?: string
}

/** Lines whose address is stored with another spelling, ignoring case. */
function findCleanedLines(good: GoodLine[]): ReportedLine[] {
  return good.flatMap((one) => {
    const seen = stripInvisible(one.typed)
    const isSameAddress = seen.toLowerCase().includes(one.subscriber.email.toLowerCase())
    if (isSameAddress && seen === one.typed) return []
    return toReportedLine(one, isSameAddress ? 'It had invisible characters.' : `It was ${seen}`)
  })
}

/** Those of `lines` whose address is on the list already, with what became of it. */
async function listPresent(db: Database, lines: GoodLine[]): Promise<ReportedLine[]> {
  const yieldIfDue = createYield()
  const present: ReportedLine[] = []
  for (let start = 0; start < lines.length; start += BATCH_SIZE) {
    const batch = lines.slice(start, start + BATCH_SIZE)
    const known = await findPresent(
      db,
      batch.map(({ subscriber }) => subscriber.email),
    )
    for (const line of batch) {
      const reason = known.get(getAddressKey(line.subscriber.email))
      if (reason) present.push(toReportedLine(line, reason))
    }
    await yieldIfDue()
  }
  return present
}

/**
 * Parses a list with or without column names into valid and refused lines, and what its columns are used for. Throws Refused, invalid, if
 * it is not a list.
 */
export async function parseList(bytes: Uint8Array, encoding?: Encoding) {
  const text = decodeText(bytes, encoding)
  const delimiter = detectDelimiterBelowTitles(text)
  const csvLines = await parseCsv(text, { maxLines: LIST_LINES, tooMany: TOO_MANY, delimiter })
  if (hasPeopleOnSeveralLines(csvLines)) throw createListError(ON_SEVERAL_LINES)
  const { titles, all } = splitTitles(csvLines)
  const columns = hasPeople(all[0]?.cells ?? []) ? null : readColumnsOrThrow(all)
  const lines = columns ? all.slice(1) : all
  if (lines.length > LIST_LINES) throw createListError(TOO_MANY)
  const good: GoodLine[] = []
  const refused: ReportedLine[] = []
  /** Lines that mark an address as unsubscribed, by address. */
  const unsubscribed = new Map<string, number>()
  const excluding = new Set<number>()
  let section: ListSection | null = null
  let hasPeopleBelow = true
  const refuseEmptySection = () => {
    if (section && !hasPeopleBelow && section.state !== 'subscribed')
      refused.push({ line: section.line, email: section.name, reason: EMPTY_SECTION })
  }
  for (const title of titles) section = findSection(title, true) ?? section
  const yieldIfDue = createYield()
  for (const { line, cells } of lines) {
    await yieldIfDue()
    const next = findSection({ line, cells })
    if (next) {
      refuseEmptySection()
      section = next
      hasPeopleBelow = false
      continue
    }
    hasPeopleBelow = true
    const reasonInSection = findReasonInSection(section)
    for (const person of columns ? [readColumnsLine(cells, columns)] : readPlainLine(cells)) {
      const { getField } = person
      const reasonAgainst = person.against?.reason ?? reasonInSection
      if (person.against?.place !== undefined) excluding.add(person.against.place)
      const { subscriber, reason } = readLine(getField, reasonAgainst)
      if (subscriber) good.push({ line, subscriber, typed: getField('email'), doubt: person.doubt })
      else refused.push({ line, email: getField('email').slice(0, 254), reason })
      if (reasonAgainst) for (const email of findAddresses(getField('email'))) unsubscribed.set(email, line)
      // A line can have thousands of addresses.
      if (good.length + refused.length > LIST_LINES) throw createListError(TOO_MANY)
      await yieldIfDue()
    }
  }
  refuseEmptySection()
  const described = columns ? describeColumns(columns, excluding) : { columns: [], unused: [] }
  return { ...refuseUnsubscribed(good, refused, unsubscribed), ...described }
}

const getFilledCells = ({ cells }: CsvLine) => cells.filter((cell) => cell.trim())

/** True for cards of an address book, such as 'Name: Mary Byrne' above 'Email: mary@example.ie' above 'Newsletter: no'. */
function hasPeopleOnSeveralLines(lines: CsvLine[]): boolean {
  const people = lines.filter(({ cells }) => hasPeople(cells))
  if (people.length < 2 || people.some((line) => getFilledCells(line).length > 1)) return false
  const others = lines.filter(({ cells }) => {
    const cell = cells[0]?.trim() ?? ''
    // 'Our tutors:' is a heading.
    return !hasPeople(cells) && !cell.endsWith(':') && /\p{L}[ :].*\p{L}/su.test(cell)
  })
  return others.length >= people.length
}

/**
 * Separates the lines of one cell above the names of the columns, such as titles. In a list without them, they are titles if people
 * have several cells, or if all end in a colon.
 */
function splitTitles(lines: CsvLine[]): { titles: CsvLine[]; all: CsvLine[] } {
  const people = lines.findIndex(({ cells }) => hasPeople(cells))
  const above = people === -1 ? [] : lines.slice(0, people)
  const isSingle = (line: CsvLine) => getFilledCells(line).length === 1
  const header = Math.max(
    above.findIndex((line) => !isSingle(line) && hasColumnNames(line.cells)),
    above.findIndex((line) => !isSingle(line)),
  )
  // A title above lines of several cells names no columns.
  const isNamed = above.some(({ cells }) => hasColumnNames(cells))
  const isTitled = people >= 0 && !isNamed && getFilledCells(lines[people]!).length > 1
  const isSections =
    header === -1 && (isTitled || above.every(({ cells }) => cells.some((cell) => cell.trim().endsWith(':'))))
  const end = isSections ? above.length : Math.max(header, 0)
  return { titles: lines.slice(0, end), all: lines.slice(end) }
}

/** Refuses all lines with an address that any line marks as unsubscribed. */
function refuseUnsubscribed(good: GoodLine[], refused: ReportedLine[], unsubscribed: Map<string, number>) {
  const getUnsubscribingLine = ({ subscriber }: GoodLine) => unsubscribed.get(getAddressKey(subscriber.email))
  const unsubscribedLines = good.filter((one) => getUnsubscribingLine(one) !== undefined)
  if (unsubscribedLines.length === 0) return { good, refused }
  const refusedLines = unsubscribedLines.map((one) =>
    toReportedLine(one, `Line ${getUnsubscribingLine(one)} has this address too, and it was not added.`),
  )
  return {
    good: good.filter((one) => getUnsubscribingLine(one) === undefined),
    refused: [...refused, ...refusedLines].sort((one, other) => one.line - other.line),
  }
}

/** Throws Refused, invalid, for a list without an address column. */
function readColumnsOrThrow([header, ...lines]: CsvLine[]): ListColumns {
  requireFewColumns(header?.cells ?? [])
  const cells = lines.map((line) => line.cells)
  const names = header?.cells ?? []
  // Notes are typed next to a list without a name above them.
  const width = cells.reduce((max, line) => Math.max(max, line.length), names.length)
  const unnamed = Array.from({ length: Math.min(width, csvBounds.columns) - names.length }, () => '')
  const columns = readColumns([...names, ...unnamed], cells)
  if (columns.places.email === undefined)
    throw createListError(
      'We found no email addresses. If the first line names the columns, one of them must be of addresses, such as Email.',
    )
  return columns
}

type ReadField = (field: SubscriberField) => string

interface Person {
  getField: ReadField
  /** Why it is left out. */
  against: LineReason | null
  /** What a note says that was not understood. */
  doubt?: string
}

function readPlainLine(line: string[]): Person[] {
  const cells = line.map(unescapeCell)
  const reason = findReasonInPlainLine(cells)
  return parsePeopleLine(cells).map((person) => ({
    getField: (field) => (field === 'name' || field === 'email' ? person[field] : ''),
    against: reason === null ? null : { reason },
  }))
}

/** Reads a line by its columns; an address may include a name: 'Mary <mary@example.ie>'. */
function readColumnsLine(cells: string[], columns: ListColumns): Person {
  const getField = (field: SubscriberField) => unescapeCell(cells[columns.places[field] ?? -1] ?? '')
  const against = findReasonNotSubscribed(cells, columns)
  const inAddress = findAddresses(getField('email')).size > 1 ? '' : parseNamedAddress(getField('email')).name
  const name = joinNameCells(getField) || (isAddressLabel(inAddress) ? '' : inAddress)
  const doubt = against ? undefined : findUnreadNote(cells, columns)
  return { getField: (field) => (field === 'name' ? name : getField(field)), against, doubt }
}

const createListError = (words: string) => new Refused('invalid', words, { field: 'file' })

function readLine(getField: ReadField, reasonAgainst: string | null): { subscriber?: NewSubscriber; reason: string } {
  if (reasonAgainst) return { reason: reasonAgainst }
  const type = foldForSearch(getField('guardian'))
  const isGuardian = isGuardianCell(type)
  // Other programs use the type for a status: 'regular', 'unsubscribed'.
  if (type && !isTypeCell(type) && !isYesCell(type))
    return { reason: 'For the type, please write Guardian or Other, or yes or no.' }
  if (findAddresses(getField('email')).size > 1)
    return { reason: 'There are two addresses here. Please put each on its own line.' }
  const [email, name, studentName] = [getField('email'), getField('name'), getField('studentName')]
  const fields = { email, name, studentName, isGuardian }
  const result = newSubscriber.safeParse(fields)
  return result.success
    ? { subscriber: result.data, reason: '' }
    : { reason: result.error.issues.map(({ message }) => message).join(' ') }
}

/** Separates the first line of each address from those that repeat it. */
function separateRepeats(lines: GoodLine[]): { fresh: GoodLine[]; repeated: ReportedLine[] } {
  const first = new Map<string, GoodLine>()
  const repeated: ReportedLine[] = []
  for (const line of lines) {
    const key = getAddressKey(line.subscriber.email)
    const before = first.get(key)
    if (before) repeated.push(toReportedLine(line, `This address is also on line ${before.line}.`))
    else first.set(key, line)
  }
  return { fresh: [...first.values()], repeated }
}

async function insertSubscribers(
  change: Database,
  lines: GoodLine[],
  how: ReturnType<typeof createVouchedColumns>,
): Promise<Set<string>> {
  const added = new Set<string>()
  const yieldIfDue = createYield()
  for (let start = 0; start < lines.length; start += BATCH_SIZE) {
    const rows = lines.slice(start, start + BATCH_SIZE).map(({ subscriber }) => createSubscriberRow(subscriber, how))
    const insert = change
      .insertInto('subscribers')
      .values(rows)
      .onConflict((same) => same.column('email').doNothing())
    for (const { email } of await insert.returning('email').execute()) added.add(email)
    await yieldIfDue()
  }
  return added
}

function toReportedLine({ line, subscriber }: GoodLine, reason: string): ReportedLine {
  return { line, email: subscriber.email, reason }
}

export interface ListPreview {
  /** The number of people that can be added, and the first of them. */
  found: number
  people: { email: string; name: string | null }[]
  /** Those whose address is on the list already, subscribed or not. */
  present: LimitedLines
  refused: LimitedLines
  /** Addresses that are stored with another spelling. */
  cleaned: LimitedLines
  /** People with notes that were not understood. */
  doubtful: LimitedLines
  /** What the columns are used for, and the names of the others. */
  columns: ColumnUse[]
  unused: string[]
  /** The encoding used for `people`, and the names in each possible encoding if the list does not declare one. */
  encoding?: Encoding
  readings: Reading[]
}

const PEOPLE_SHOWN = 2000

/** Previews a list in the `chosen` or likeliest encoding, without storing it. Throws what parseList throws. */
export async function previewList(
  db: Database,
  _tutor: Tutor,
  bytes: Uint8Array,
  chosen?: Encoding,
): Promise<ListPreview> {
  const { all, encoding } = chooseEncoding(bytes, chosen)
  const { good, refused, columns, unused } = await parseList(bytes, encoding)
  const { fresh, repeated } = separateRepeats(good)
  const present = await listPresent(db, fresh)
  const presentEmails = new Set(present.map(({ email }) => email))
  const toAdd = fresh.filter(({ subscriber }) => !presentEmails.has(subscriber.email))
  return {
    found: toAdd.length,
    people: toAdd.slice(0, PEOPLE_SHOWN).map(({ subscriber: { email, name } }) => ({ email, name })),
    present: limitReportLines(present),
    refused: limitReportLines([...refused, ...repeated].sort((one, other) => one.line - other.line)),
    cleaned: limitReportLines(findCleanedLines(toAdd)),
    doubtful: limitReportLines(toAdd.flatMap((one) => (one.doubt ? toReportedLine(one, one.doubt) : []))),
    columns,
    unused,
    encoding,
    readings: await compareEncodings(bytes, all, listNames),
  }
}

/** Names in a sample of a list; none if the sample cuts a cell with line breaks. */
async function listNames(bytes: Uint8Array, encoding: Encoding): Promise<string[]> {
  const { good } = await parseList(bytes, encoding).catch((error: unknown) => {
    if (error instanceof Refused) return { good: [] }
    throw error
  })
  return good.map(({ subscriber: { name, studentName } }) => [name, studentName].filter(Boolean).join(', '))
}
