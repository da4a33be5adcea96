import type { Response } from 'express'
import { LRUCache } from 'lru-cache'

/** What one answer alone has. None of these texts could have been written by anybody before. */
export interface Unique {
  /** The nonce of its Content-Security-Policy. */
  nonce: string
  /** What tells its forms from those of another answer (domain/idempotency). */
  idempotencyKey?: string
  /** When its form was opened, sealed (http/limits/spam.server.ts). */
  opened?: string
}

/** What `response` alone has, of which it begins with the nonce (http/gate/gate.ts). */
export const uniqueOf = (response: Response): Unique => response.locals.unique

/** A text without what is unique in it: what stands between, and the names of what stood there, one less. */
interface Template {
  texts: string[]
  names: (keyof Unique)[]
}

/** The characters of all that is kept, some eighty pages with their data, and of one. */
const MOST_CHARACTERS = 4_000_000
const LARGEST = 400_000

const kept = new LRUCache<string, Template>({
  maxSize: MOST_CHARACTERS,
  maxEntrySize: LARGEST,
  sizeCalculation: ({ texts }, key) => texts.reduce((sum, { length }) => sum + length, key.length),
})

/** Splits a text at the values of `unique`. */
function templateOf(text: string, unique: Unique): Template {
  const given = Object.entries(unique).filter(([, value]) => value) as [keyof Unique, string][]
  const names = new Map(given.map(([name, value]) => [value, name]))
  const values = given.map(([, value]) => value.replace(/[^\w-]/g, '\\$&'))
  // The values are every second piece, since the expression has them as a group.
  const pieces = text.split(new RegExp(`(${values.join('|')})`))
  return {
    texts: pieces.filter((_, at) => at % 2 === 0),
    names: pieces.filter((_, at) => at % 2 === 1).map((value) => names.get(value)!),
  }
}

function filled({ texts, names }: Template, unique: Unique): string {
  return texts.reduce((whole, text, at) => whole + unique[names[at - 1]!] + text)
}

/** The page that `render` makes of `knowledge`, its address and its loaders' data: the same each time, but for `unique`. */
export function fromRenderCache(knowledge: string, unique: Unique, render: () => string): string {
  const { texts, names } = templateOf(knowledge, unique)
  // No text of JSON has this character.
  const key = texts.reduce((whole, text, at) => `${whole}\0${names[at - 1]}\0${text}`)
  const before = kept.get(key)
  if (before) return filled(before, unique)
  const page = render()
  kept.set(key, templateOf(page, unique))
  return page
}
