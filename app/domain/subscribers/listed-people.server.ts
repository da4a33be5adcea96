import { getAddressKey, parseNamedAddress } from '~/email-address'
import { isAddressLabel } from './address-notes.server'

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
  const { name: typed, address } = parseNamedAddress(text)
  const name = isAddressLabel(typed) ? '' : typed
  if (!address.includes('@')) return { name: text, email: '' }
  const words = text.split(/\s+/)
  const [email = '', ...others] = words.filter((word) => word.slice(1).includes('@'))
  const names = words.filter((word) => word !== email && /\p{L}/u.test(word))
  // A single word could be part of an address with a space in it.
  const isNamed = typed === '' && email && others.length === 0 && names.length > 1
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
  // A comma between two names also separates cells: 'Byrne, Dan <dan@example.ie>'.
  const [last] = people
  if (people.length === 2 && only.name && last && !last.email && /^[^\s\d]+$/.test(last.name) && !/\s/.test(only.name))
    return [{ name: `${last.name}, ${only.name}`, email: only.email }]
  if (withAddress.length > 1 || only.name) return withAddress
  // Skip numbers, such as telephone numbers.
  const words = people.filter(({ name }) => /\p{L}/u.test(name) && !/\d/.test(name)).map(({ name }) => name)
  return [{ name: words.join(' '), email: only.email }]
}
