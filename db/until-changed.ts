import { LRUCache } from 'lru-cache'
import type { Database } from './schema'

/** How to ask for the version of a database (TwoConnections). Transactions have none: what they read may never be committed. */
export const versions = new WeakMap<Database, () => number | undefined>()

type Bounds<Value extends object> = LRUCache.Options<string, Value, unknown>

/** The most values that are kept of one kind, where nothing else bounds them. */
const MOST_VALUES = 500

/** What was read at one version of a database. Whoever is still reading then fills what nobody asks for at the next. */
export class KeptAtVersion<Value extends object> {
  #version: number | undefined
  #values: LRUCache<string, Value>

  constructor(private readonly bounds: Bounds<Value> = { max: MOST_VALUES }) {
    this.#values = new LRUCache(bounds)
  }

  /** What is kept of `version`, by its key: nothing yet, if it is not the one before. */
  at(version: number): LRUCache<string, Value> {
    if (version !== this.#version) {
      this.#version = version
      this.#values = new LRUCache(this.bounds)
    }
    return this.#values
  }
}

/**
 * A number that is another one after each commit, of this process or another. Undefined where it can't be told: in a transaction, of
 * one connection alone, or while another program holds the database.
 */
export function versionOf(db: Database): number | undefined {
  try {
    return versions.get(db)?.()
  } catch {
    return undefined
  }
}

/**
 * A reader that keeps what `read` gives, by its key, until anything at all is committed to the database, by whomever; so it is never
 * older than what `read` would give. What depends on anything but the database must be in the key, or checked by the caller.
 * Undefined is not kept. What is kept is frozen.
 */
export function untilChanged<Value extends object>() {
  const keptOf = new WeakMap<Database, KeptAtVersion<Value>>()
  return async (
    db: Database,
    key: string,
    read: () => Promise<Value | undefined>,
  ): Promise<Readonly<Value> | undefined> => {
    const version = versionOf(db)
    if (version === undefined) return read()
    const all = keptOf.get(db) ?? new KeptAtVersion<Value>()
    keptOf.set(db, all)
    const kept = all.at(version)
    const before = kept.get(key)
    if (before) return before
    const value = await read()
    // What was read may be newer than the version, never older.
    if (value) kept.set(key, Object.freeze(value))
    return value
  }
}
