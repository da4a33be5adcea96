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

/** A page in UTF-8, in pieces. A string is the name of a unique value. */
type Template = (Buffer | string)[]

/** In bytes: the whole cache, about 80 pages with their data, and one entry. */
const MAX_BYTES = 4_000_000
const MAX_ENTRY_BYTES = 400_000

const cache = new LRUCache<string, Template>({
  maxSize: MAX_BYTES,
  maxEntrySize: MAX_ENTRY_BYTES,
  sizeCalculation: (pieces, key) => pieces.reduce((sum, { length }) => sum + length, key.length),
})

/** Splits a text at the values of `unique`. Every second piece is the name of one. */
function splitAtValues(text: string, unique: PerResponseValues): string[] {
  const pairs = Object.entries(unique).filter(([, value]) => value)
  const names = new Map(pairs.map(([name, value]): [string, string] => [value, name]))
  const values = [...names.keys()].map((value) => value.replace(/[^\w-]/g, '\\$&'))
  // split() includes the matches of a group.
  return text.split(new RegExp(`(${values.join('|')})`)).map((piece, at) => (at % 2 ? names.get(piece)! : piece))
}

/** In Latin-1 each byte is one character, so that every piece has the bytes of its part of the page. */
const createTemplate = (page: Buffer, unique: PerResponseValues): Template =>
  splitAtValues(page.toString('latin1'), unique).map((piece, at) => (at % 2 ? piece : Buffer.from(piece, 'latin1')))

const fillTemplate = (pieces: Template, unique: PerResponseValues) =>
  Buffer.concat(
    pieces.map((piece) =>
      typeof piece === 'string' ? Buffer.from(unique[piece as keyof PerResponseValues] ?? '') : piece,
    ),
  )

/**
 * The page, in UTF-8, that `render` makes of `input`, its address and loader data. Only the `unique` values differ between
 * responses.
 */
export async function cachedRender(
  input: string,
  unique: PerResponseValues,
  render: () => Promise<Buffer<ArrayBuffer>>,
): Promise<Buffer<ArrayBuffer>> {
  // JSON text never contains this character.
  const key = splitAtValues(input, unique).join('\0')
  const cached = cache.get(key)
  if (cached) return fillTemplate(cached, unique)
  const page = await render()
  cache.set(key, createTemplate(page, unique))
  return page
}
