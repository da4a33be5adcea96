import { log } from '~/log.server'

/** Why something could not be written: no room, another program's lock, or a disk that fails. */
export type Trouble = 'full' | 'locked' | 'broken'

const troubles: [RegExp, Trouble][] = [
  // The index of the write-ahead log grows by a file of its own.
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^(SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)|EIO$|EROFS$)/, 'broken'],
]

/** The damage that a database has shown since it was opened. */
export interface Damage {
  /** SQLite's code for it; null for none. */
  code: string | null
}

/** Records an error that tells of a damaged database or of a disk that fails; the log says so once. */
export function recordDamage(damage: Damage, error: unknown): void {
  const { code } = Object(error) as { code?: unknown }
  if (damage.code || !/^SQLITE_(CORRUPT|NOTADB|IOERR(?!_SHMSIZE))/.test(String(code))) return
  damage.code = String(code)
  log.error({ err: error }, 'the database is damaged, or its disk fails')
}

/** The trouble that an error of SQLite or of node:fs tells of; null for any other error. */
export function getTrouble(error: unknown): Trouble | null {
  const { code } = Object(error) as { code?: unknown }
  if (typeof code !== 'string') return null
  return troubles.find(([pattern]) => pattern.test(code))?.[1] ?? null
}
