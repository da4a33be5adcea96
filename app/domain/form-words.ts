/** True for a field that must not be stored or sent back to a page: a password or a code. */
export function isSecretField(name: string): boolean {
  return /password|^code$/i.test(name)
}

/** The typed text of a form by field; several texts for a field with several boxes. */
export type TypedText = Record<string, string | string[]>

/** The typed text of a form, without secrets and files. */
export function readTypedText(form: FormData): TypedText {
  const texts = new Map<string, string | string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || isSecretField(name)) continue
    const earlier = texts.get(name)
    texts.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(texts)
}

/** The typed text of a form with lists: texts by name, and list items in order. */
export interface NestedWords {
  [name: string]: string | string[] | NestedWords | NestedWords[]
}

/** The names of fields: 'title', 'picture.alt', 'items[2].title', 'items[2].picture.alt'. */
const FIELD_NAME = /^([a-z]\w{0,40})(?:\[(\d{1,2})\])?(?:\.([a-z]\w{0,40}))?(?:\.([a-z]\w{0,40}))?$/i

/** Nests texts by field name, as Conform expects them. Ignores other names. */
export function nestTypedText(typedText: Readonly<TypedText>): NestedWords {
  const nested: NestedWords = {}
  for (const [name, typed] of Object.entries(typedText)) {
    const [, field = '', place, ...parts] = FIELD_NAME.exec(name) ?? []
    const path = parts.filter((part) => part !== undefined)
    const last = path.pop()
    if (field === '' || (place !== undefined && last === undefined)) continue
    if (last === undefined) nested[field] = typed
    else {
      let inner = place === undefined ? getOrCreateGroup(nested, field) : getOrCreateItem(nested, field, Number(place))
      for (const part of path) inner = getOrCreateGroup(inner, part)
      inner[last] = typed
    }
  }
  return nested
}

/** Own properties only: a form may contain any name, such as `constructor`. */
const getOwn = (words: NestedWords, name: string) => (Object.hasOwn(words, name) ? words[name] : undefined)

function getOrCreateGroup(words: NestedWords, name: string): NestedWords {
  const now = getOwn(words, name)
  if (typeof now === 'object' && !Array.isArray(now)) return now
  const made: NestedWords = {}
  words[name] = made
  return made
}

function getOrCreateItem(words: NestedWords, name: string, index: number): NestedWords {
  const now = getOwn(words, name)
  const list = Array.isArray(now) ? (now as NestedWords[]) : []
  words[name] = list
  // Fill earlier positions too, so that the list has no holes.
  while (list.length <= index) list.push({})
  return list[index] as NestedWords
}
