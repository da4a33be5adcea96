import type { Response } from 'express'
import { LRUCache } from 'lru-cache'

/** The values unique to one response. No stored text can contain them. */
export interface PerResponseValues {
  /** The nonce of its Content-Security-Policy. */
  nonce: string
  /** The idempotency key of this response's forms (domain/idempotency). */
  idempotencyKey?: string
  /** The signed time at which its form was opened (http/limits/spam.server.ts). */
  signedOpeningTime?: string
}

/** The unique values of a response, the nonce first (http/middleware/security-headers.ts). */
export const createPerResponseValues = (response: Response): PerResponseValues => response.locals.unique

/** A text in pieces. Every second piece is the name of a unique value. */
type Template = string[]

/** In characters: the whole cache, about 80 pages with their data, and one entry. */
const MAX_CHARACTERS = 4_000_000
const MAX_ENTRY_CHARACTERS = 400_000

const cache = new LRUCache<string, Template>({
  maxSize: MAX_CHARACTERS,
  maxEntrySize: MAX_ENTRY_CHARACTERS,
  sizeCalculation: (pieces, key) => pieces.reduce((sum, { length }) => sum + length, key.length),
})

/** Splits a text at the values of `unique`. */
function createTemplate(text: string, unique: PerResponseValues): Template {
  const pairs = Object.entries(unique).filter(([, value]) => value)
  const names = new Map(pairs.map(([name, value]): [string, string] => [value, name]))
  const values = [...names.keys()].map((value) => value.replace(/[^\w-]/g, '\\$&'))
  // split() includes the matches of a group.
  return text.split(new RegExp(`(${values.join('|')})`)).map((piece, at) => (at % 2 ? names.get(piece)! : piece))
}

const fillTemplate = (pieces: Template, unique: PerResponseValues) =>
  pieces.map((piece, at) => (at % 2 ? unique[piece as keyof PerResponseValues] : piece)).join('')

/** The page that `render` makes of `input`, its address and loader data. Only the `unique` values differ between responses. */
export async function cachedRender(
  input: string,
  unique: PerResponseValues,
  render: () => Promise<string>,
): Promise<string> {
  // JSON text never contains this character.
  const key = createTemplate(input, unique).join('\0')
  const cached = cache.get(key)
  if (cached) return fillTemplate(cached, unique)
  const page = await render()
  cache.set(key, createTemplate(page, unique))
  return page
}
