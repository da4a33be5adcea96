import { getAddressKey, parseNamedAddress } from '~/email-address'

/** What a spreadsheet takes for the start of a formula, also in East Asian full width (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const DEFUSED = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** The byte order mark by which Excel recognises a CSV text's UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\ufeff'

/** Rows as CSV lines: RFC 4180, with formulas defused. */
export function formatCsv(rows: string[][]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell's text as it was before `formatCsv` defused it. */
export function unescapeCell(text: string): string {
  return text.trim().replace(DEFUSED, '').trim()
}

/** By which Excel is told the delimiter, 'sep=;' in a first line of its own. */
const SEPARATOR = /^sep=([,;\t])[^\S\t]*(?:\r\n|\n|\r)/i

/** A list's delimiter: the one that its first line names, else the most frequent one there, outside quotation marks. */
export function detectDelimiter(text: string): ',' | ';' | '\t' {
  const [, named] = SEPARATOR.exec(text) ?? []
  if (named) return named as ',' | ';' | '\t'
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (mark: string) => header.split(mark).length
  return ([',', ';', '\t'] as const).reduce((most, mark) => (count(mark) > count(most) ? mark : most))
}

/** A list's text without the line that names the delimiter, as an empty line, so that the others keep their numbers. */
export function removeDelimiterLine(text: string): string {
  return text.replace(SEPARATOR, '\n')
}

/** The most characters of a name with an address that are looked at, twice what both may have. */
const LONGEST = 1000
const lookedAt = (cell: string) => cell.trim().slice(0, LONGEST)

/** Someone in a list whose first line names no columns; the address as it was typed. */
export interface ListedPerson {
  name: string
  email: string
}

/** The name and the address in a cell, 'mary@example.ie', 'Mary <mary@example.ie>' as mail programs copy it, or 'Mary Byrne mary@example.ie'; without an address it is all name. */
function namedIn(cell: string): ListedPerson {
  const text = lookedAt(cell)
  const { name, address } = parseNamedAddress(text)
  if (!address.includes('@')) return { name: text, email: '' }
  const words = text.split(/\s+/)
  const [email = '', ...others] = words.filter((word) => word.slice(1).includes('@'))
  const names = words.filter((word) => word !== email && /\p{L}/u.test(word))
  // With one word, it could be an address with a space in it.
  const isBeside = name === '' && email && others.length === 0 && names.length > 1
  return isBeside ? { name: names.join(' '), email } : { name, email: text }
}

/** The distinct addresses in a cell, cleaned and in lower case. */
export function findAddresses(cell: string): Set<string> {
  const words = lookedAt(cell)
    .replace(/\s+/g, ' ')
    .replaceAll(' @', '@')
    .replaceAll('@ ', '@')
    .split(/[ ,;|/<>()"]+/)
  return new Set(words.filter((word) => word.slice(1, -1).includes('@')).map(getAddressKey))
}

/** True for a first line that holds people already, and no names of columns. */
export function hasPeople(cells: string[]): boolean {
  return cells.some((cell) => cell.includes('@'))
}

/** The people in one line without names of columns: one with their name in other cells, or several addresses side by side. */
export function parsePeopleLine(cells: string[]): ListedPerson[] {
  const parts = cells.flatMap((cell) => cell.split(cell.includes('<') ? /(?<=>)\s{0,99}[,;]/ : /[,;]/))
  const people = parts.map(namedIn)
  const withAddress = people.filter(({ email }) => email)
  const [only] = withAddress
  if (!only) return [{ name: '', email: cells.map(lookedAt).find(Boolean) ?? '' }]
  if (withAddress.length > 1 || only.name) return withAddress
  // Numbers, such as a telephone's, are no names.
  const words = people.filter(({ name }) => /\p{L}/u.test(name) && !/\d/.test(name)).map(({ name }) => name)
  return [{ name: words.join(' '), email: only.email }]
}
