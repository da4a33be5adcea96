import { log } from '~/log.server'

/** Why a write failed: the disk is full, another program has the lock, or the disk or database is broken. */
export type Trouble = 'full' | 'locked' | 'broken'

const troubles: [RegExp, Trouble][] = [
  // SQLITE_IOERR_SHMSIZE: the disk has no space for the index of the write-ahead log.
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^(SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)|EIO$|EROFS$)/, 'broken'],
]

/** Damage found in a database since it was opened. */
export interface Damage {
  /** SQLite's error code; null if there is no damage. */
  code: string | null
}

/** Records an error caused by a damaged database or a failing disk, and logs the first one. */
export function recordDamage(damage: Damage, error: unknown): void {
  const { code } = Object(error) as { code?: unknown }
  if (damage.code || !/^SQLITE_(CORRUPT|NOTADB|IOERR(?!_SHMSIZE))/.test(String(code))) return
  damage.code = String(code)
  log.error({ err: error }, 'the database is damaged, or its disk fails')
}

/** Classifies an error of SQLite or node:fs; null for any other error. */
export function getTrouble(error: unknown): Trouble | null {
  const { code } = Object(error) as { code?: unknown }
  if (typeof code !== 'string') return null
  return troubles.find(([pattern]) => pattern.test(code))?.[1] ?? null
}
