import { foldForSearch } from '~/domain/text'

/** A column of a list, with its name as typed and in letters only. */
export interface NamedColumn {
  place: number
  name: string
  letters: string
}

/** Splits names into words: 'UNSUB_TIME' and 'unsubTime' become 'unsub time'. */
export const splitIntoWords = (name: string) =>
  foldForSearch(name.slice(0, 200).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replaceAll("'", '')
    .match(/[a-z]+/g)
    ?.join(' ') ?? ''

/** Different addresses that are counted in a column. Columns with more are equally likely. */
const MAX_COUNTED = 200
const SAYS_ADDRESS = /mail|courriel|correo|sahkoposti|riomhphost/
/** The same address in each line is the sender's. */
const SAYS_SENDER = /\b(?:sender|sent|from|by|owner|office|staff|tutor|teacher|reply)\b/

/** Counts the different addresses in each column that has any. */
export function countAddresses(lines: string[][]): Map<number, number> {
  const found = new Map<number, Set<string>>()
  for (const cells of lines)
    for (const [index, cell] of cells.entries()) {
      if (!cell.includes('@')) continue
      const addresses = found.get(index) ?? new Set()
      found.set(index, addresses)
      if (addresses.size < MAX_COUNTED) addresses.add(cell.toLowerCase())
    }
  return new Map([...found].map(([index, { size }]) => [index, size]))
}

/** The likeliest column of addresses, whatever its name: it has the most different ones. Of equal ones, its name decides. */
export function findAddressColumn(
  columns: readonly NamedColumn[],
  counts: ReadonlyMap<number, number>,
): NamedColumn | undefined {
  const rank = ({ place, name, letters }: NamedColumn) =>
    2 * (counts.get(place) ?? 0) +
    (SAYS_ADDRESS.test(letters) ? 0.5 : 0) -
    (SAYS_SENDER.test(splitIntoWords(name)) ? 1 : 0)
  const [first, ...others] = columns.filter(({ place }) => counts.has(place))
  return first && others.reduce((best, column) => (rank(column) > rank(best) ? column : best), first)
}

type NamePart = 'name' | 'first' | 'middle' | 'last' | 'studentName'

const NAME_WORD = /\b\w*names?\b/
const STUDENT = /\b(?:students?|child|childs|childrens|pupils?|learners?|participants?|sons?|daughters?)\b/
/** Names of things, and names that nobody is called by. */
const NOT_A_PERSON =
  /\b(?:(?:user|file|nick|host|screen|domain)names?|user|file|login|account|list|group|company|business|organi[sz]ation|school|college|cent(?:re|er)|campaign|event|course|class|street|road|town|city|county|country|tag|segment|form|source|plan|product|pet|emergency|gp|doctor)\b/

/** The part of a name that a column holds by its name; undefined for others. Columns of a student's first and last name are two. */
function findNamePart(column: NamedColumn): NamePart | undefined {
  const words = splitIntoWords(column.name)
  if (!NAME_WORD.test(words) || NOT_A_PERSON.test(words)) return
  const part = /\b(?:first|given|fore|christian|pre) ?names?\b/.test(words)
    ? 'first'
    : /\bmiddle ?names?\b/.test(words)
      ? 'middle'
      : /\b(?:last|sur|family|second) ?names?\b/.test(words)
        ? 'last'
        : 'name'
  if (!STUDENT.test(words)) return part
  return part === 'name' ? 'studentName' : undefined
}

/** Whose column it is: 'mother' for 'Mother’s email'. */
const findOwner = ({ name }: NamedColumn) =>
  splitIntoWords(name).replace(
    /\b(?:e|e?mails?|address(?:es)?|of|s|the|first|middle|last|given|family|\w*names?)\b| /g,
    '',
  )

/**
 * The columns of a name whose names contain 'name', such as 'Parent Name', for an address column. Those of the same person come first;
 * those of another address's person are left out.
 */
export function findNameColumns(
  columns: readonly NamedColumn[],
  address: NamedColumn,
  otherAddresses: readonly NamedColumn[],
): Partial<Record<NamePart, number>> {
  const owner = findOwner(address)
  const others = new Set(otherAddresses.map(findOwner))
  const own = columns.filter((column) => findOwner(column) === owner)
  const rest = columns.filter((column) => findOwner(column) !== owner && !others.has(findOwner(column)))
  const places: Partial<Record<NamePart, number>> = {}
  for (const column of [...own, ...rest]) {
    const part = findNamePart(column)
    if (part) places[part] ??= column.place
  }
  return places
}
