import type { Response } from 'express'
import { LRUCache } from 'lru-cache'

/** The values that only one response has. Nobody could have written any of them before. */
export interface PerResponseValues {
  /** The nonce of its Content-Security-Policy. */
  nonce: string
  /** Identifies the forms of this response (domain/idempotency). */
  idempotencyKey?: string
  /** The signed time at which its form was opened (http/limits/spam.server.ts). */
  opened?: string
}

/** The unique values of a response, which begin with its nonce (http/middleware/request-checks.ts). */
export const createPerResponseValues = (response: Response): PerResponseValues => response.locals.unique

/** A text in pieces: every second one is the name of a unique value. */
type Template = string[]

/** In characters: all entries, some eighty pages with their data, and one entry. */
const MOST_CHARACTERS = 4_000_000
const LARGEST = 400_000

const cache = new LRUCache<string, Template>({
  maxSize: MOST_CHARACTERS,
  maxEntrySize: LARGEST,
  sizeCalculation: (pieces, key) => pieces.reduce((sum, { length }) => sum + length, key.length),
})

/** Splits a text at the values of `unique`. */
function templateOf(text: string, unique: PerResponseValues): Template {
  const given = Object.entries(unique).filter(([, value]) => value)
  const names = new Map(given.map(([name, value]): [string, string] => [value, name]))
  const values = [...names.keys()].map((value) => value.replace(/[^\w-]/g, '\\$&'))
  // split() keeps what a group matches.
  return text.split(new RegExp(`(${values.join('|')})`)).map((piece, at) => (at % 2 ? names.get(piece)! : piece))
}

const fill = (pieces: Template, unique: PerResponseValues) =>
  pieces.map((piece, at) => (at % 2 ? unique[piece as keyof PerResponseValues] : piece)).join('')

/** The page that `render` makes of `input`, its address and its loaders' data, in which only the `unique` values differ each time. */
export async function cachedRender(
  input: string,
  unique: PerResponseValues,
  render: () => Promise<string>,
): Promise<string> {
  // No text of JSON has this character.
  const key = templateOf(input, unique).join('\0')
  const cached = cache.get(key)
  if (cached) return fill(cached, unique)
  const page = await render()
  cache.set(key, templateOf(page, unique))
  return page
}
