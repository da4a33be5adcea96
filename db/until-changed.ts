import { LRUCache } from 'lru-cache'
import type { Database } from './schema'

/** How to ask for the version of a database (TwoConnections). Transactions have none: what they read may never be committed. */
export const versions = new WeakMap<Database, () => number | undefined>()

/** The most values that one reader keeps. */
const MOST_VALUES = 500

/** Undefined where it can't be told: in a transaction, of one connection alone, or while another program holds the database. */
function versionOf(db: Database): number | undefined {
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
  const kept = new WeakMap<Database, { version: number; values: LRUCache<string, Value> }>()
  return async (
    db: Database,
    key: string,
    read: () => Promise<Value | undefined>,
  ): Promise<Readonly<Value> | undefined> => {
    const version = versionOf(db)
    if (version === undefined) return read()
    let known = kept.get(db)
    if (known?.version !== version) {
      known = { version, values: new LRUCache({ max: MOST_VALUES }) }
      kept.set(db, known)
    }
    const before = known.values.get(key)
    if (before) return before
    const value = await read()
    // What was read may be newer than the version, never older.
    if (value) known.values.set(key, Object.freeze(value))
    return value
  }
}
