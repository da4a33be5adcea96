/** True for the name of a field that is neither kept nor sent back to a page: a password, a code. */
export function isSecretField(name: string): boolean {
  return /password|^code$/i.test(name)
}

/** What was typed into a form, by field; without its secrets and files. */
export function readTypedText(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !isSecretField(entry[0])),
  )
}

/** What was typed into a form with lists: its words by name, and the items of its lists in their order. */
export interface NestedWords {
  [name: string]: string | NestedWords | NestedWords[]
}

/** A field of a form as its name is written: 'title', 'picture.alt', 'items[2].title', 'items[2].picture.alt'. */
const FIELD = /^([a-z]\w{0,40})(?:\[(\d{1,2})\])?(?:\.([a-z]\w{0,40}))?(?:\.([a-z]\w{0,40}))?$/i

/** Words by the names of their fields as Conform takes them, nested. What is named otherwise is left out. */
export function nestTypedText(words: Readonly<Record<string, string>>): NestedWords {
  const nested: NestedWords = {}
  for (const [name, typed] of Object.entries(words)) {
    const [, field = '', place, ...parts] = FIELD.exec(name) ?? []
    const path = parts.filter((part) => part !== undefined)
    const last = path.pop()
    if (field === '' || (place !== undefined && last === undefined)) continue
    if (last === undefined) nested[field] = typed
    else {
      let inner = place === undefined ? within(nested, field) : itemOf(nested, field, Number(place))
      for (const part of path) inner = within(inner, part)
      inner[last] = typed
    }
  }
  return nested
}

/** Own properties only: a form may hold any name, such as `constructor`. */
const ownOf = (words: NestedWords, name: string) => (Object.hasOwn(words, name) ? words[name] : undefined)

function within(words: NestedWords, name: string): NestedWords {
  const now = ownOf(words, name)
  if (typeof now === 'object' && !Array.isArray(now)) return now
  const made: NestedWords = {}
  words[name] = made
  return made
}

function itemOf(words: NestedWords, name: string, place: number): NestedWords {
  const now = ownOf(words, name)
  const list = Array.isArray(now) ? now : []
  words[name] = list
  // The places before it too, so that the list has no holes.
  while (list.length <= place) list.push({})
  return list[place] as NestedWords
}
