import { existsSync } from 'node:fs'
import { hasTable, isDamageError, withSqlite } from './database.server'

interface Recording {
  id: number
  storageKey: string
  userId: number
  /** When its student's account was created: an id can be another person's in another database. */
  createdAt: string
}

const READ_RECORDINGS = `select spokenAnswers.id, storageKey, userId, users.createdAt
  from spokenAnswers join users on users.id = userId`

/**
 * Removes the recordings of students' voices that were deleted or replaced since the backup, and returns their storage keys. Those
 * of people whom the replaced database does not have stay.
 */
export function removeDeletedRecordings(from: string, to: string): string[] {
  if (!existsSync(from)) return []
  try {
    const known = withSqlite(from, { readonly: true }, (sqlite) => {
      if (!hasTable(sqlite, 'spokenAnswers')) return null
      const people = sqlite.prepare('select id, iif(erasedAt is null, createdAt, null) from users').raw().all()
      const keys = sqlite.prepare('select storageKey from spokenAnswers').pluck().all()
      return { people: new Map(people as [number, string | null][]), keys: new Set(keys) }
    })
    if (!known) return []
    return withSqlite(to, {}, (sqlite) => {
      if (!hasTable(sqlite, 'spokenAnswers')) return []
      sqlite.pragma('secure_delete = ON')
      const all = sqlite.prepare(READ_RECORDINGS).all() as Recording[]
      // An erased account has lost when it was created.
      const isKnown = ({ userId, createdAt }: Recording) =>
        [createdAt, null].includes(known.people.get(userId) as string | null)
      const deleted = all.filter((one) => isKnown(one) && !known.keys.has(one.storageKey))
      for (const { id } of deleted) sqlite.prepare('delete from spokenAnswers where id = ?').run(id)
      return deleted.map(({ storageKey }) => storageKey)
    })
  } catch (error) {
    if (!isDamageError(error)) throw error
    return []
  }
}
