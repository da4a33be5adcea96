import { getAddressKey, parseNamedAddress } from '~/email-address'

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
export function removeDelimiterLine(text: string): string {
  return text.replace(SEPARATOR, '\n')
}

/** Most characters to read in a cell: twice the longest name with an address. */
const MAX_CELL_LENGTH = 1000
const trimCell = (cell: string) => cell.trim().slice(0, MAX_CELL_LENGTH)

/** A person in a list without column names, with the address as typed. */
export interface ListedPerson {
  name: string
  email: string
}

/**
 * Parses a cell: 'mary@example.ie', 'Mary <mary@example.ie>' as mail programs copy it, or 'Mary Byrne mary@example.ie'. Without an
 * address it is all name.
 */
function parsePerson(cell: string): ListedPerson {
  const text = trimCell(cell)
  const { name, address } = parseNamedAddress(text)
  if (!address.includes('@')) return { name: text, email: '' }
  const words = text.split(/\s+/)
  const [email = '', ...others] = words.filter((word) => word.slice(1).includes('@'))
  const names = words.filter((word) => word !== email && /\p{L}/u.test(word))
  // A single word could be part of an address with a space in it.
  const isNamed = name === '' && email && others.length === 0 && names.length > 1
  return isNamed ? { name: names.join(' '), email } : { name, email: text }
}

/** Distinct addresses in a cell, cleaned and in lower case. */
export function findAddresses(cell: string): Set<string> {
  const words = trimCell(cell)
    .replace(/\s+/g, ' ')
    .replaceAll(' @', '@')
    .replaceAll('@ ', '@')
    .split(/[ ,;|/<>()"]+/)
  return new Set(words.filter((word) => word.slice(1, -1).includes('@')).map(getAddressKey))
}

/** True for a first line with people instead of column names. */
export function hasPeople(cells: string[]): boolean {
  return cells.some((cell) => cell.includes('@'))
}

/** People in one line without column names: one person with the name in other cells, or several addresses. */
export function parsePeopleLine(cells: string[]): ListedPerson[] {
  const parts = cells.flatMap((cell) => cell.split(cell.includes('<') ? /(?<=>)\s{0,99}[,;]/ : /[,;]/))
  const people = parts.map(parsePerson)
  const withAddress = people.filter(({ email }) => email)
  const [only] = withAddress
  if (!only) return [{ name: '', email: cells.map(trimCell).find(Boolean) ?? '' }]
  if (withAddress.length > 1 || only.name) return withAddress
  // Skip numbers, such as telephone numbers.
  const words = people.filter(({ name }) => /\p{L}/u.test(name) && !/\d/.test(name)).map(({ name }) => name)
  return [{ name: words.join(' '), email: only.email }]
}
