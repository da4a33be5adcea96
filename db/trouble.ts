/** Why something could not be written: no room, another program's lock, or a disk that fails. */
export type Trouble = 'full' | 'locked' | 'broken'

const troubles: [RegExp, Trouble][] = [
  // The index of the write-ahead log grows by a file of its own.
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^(SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)|EIO$|EROFS$)/, 'broken'],
]

/** The trouble that an error of SQLite or of node:fs tells of; null for any other error. */
export function troubleOf(error: unknown): Trouble | null {
  const { code } = Object(error) as { code?: unknown }
  if (typeof code !== 'string') return null
  return troubles.find(([pattern]) => pattern.test(code))?.[1] ?? null
}
