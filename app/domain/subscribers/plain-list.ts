/** The most characters of a name with an address that are looked at, twice what both may have. */
const LONGEST = 1000
const lookedAt = (cell: string) => cell.trim().slice(0, LONGEST)

/** Someone in a list whose first line names no columns. */
export interface Named {
  name: string
  email: string
}

/** The name and the address in a cell, 'mary@example.ie' or 'Mary <mary@example.ie>' as mail programs copy it; without an address it is all name. */
export function namedIn(cell: string): Named {
  const text = lookedAt(cell)
  const open = text.lastIndexOf('<')
  const inside = text.endsWith('>') ? text.slice(open + 1, -1).trim() : ''
  if (open !== -1 && inside.slice(1, -1).includes('@') && !/[\s>]/.test(inside))
    return { name: text.slice(0, open).replace(/["']/g, '').trim(), email: inside }
  return text.includes('@') ? { name: '', email: text.replace(/^mailto:/i, '') } : { name: text, email: '' }
}

/** True for a first line that holds people already, and no names of columns. */
export function hasPeople(cells: string[]): boolean {
  return cells.some((cell) => cell.includes('@'))
}

/** The people in one line without names of columns: one with their name in other cells, or several addresses side by side. */
export function peopleIn(cells: string[]): Named[] {
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
