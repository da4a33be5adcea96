import { log } from '~/log.server'
import type { Database } from '~db/schema'
import { sortByName, type Tutor } from './account'
import { logAccount } from './people.server'

// A closed or erased account has no row.
const selectRestored = (db: Database) =>
  db
    .selectFrom('restoredAccounts')
    .innerJoin('users', 'users.id', 'userId')
    .select(['users.id', 'username', 'firstName', 'lastName', 'role', 'lastSeenAt'])

/** The open accounts that may have been closed or erased since the backup that was restored, by name, for tutors to confirm. */
export async function listRestoredAccounts(db: Database, _tutor: Tutor) {
  return sortByName(await selectRestored(db).execute())
}
export type RestoredAccount = Awaited<ReturnType<typeof listRestoredAccounts>>[number]

/** Confirms that accounts may log in. Returns how many were waiting for it. */
export async function confirmRestoredAccounts(db: Database, tutor: Tutor, ids: readonly number[]): Promise<number> {
  return db.transaction().execute(async (change) => {
    const waiting = await selectRestored(change).where('users.id', 'in', ids).execute()
    for (const { id } of waiting) {
      await change.deleteFrom('restoredAccounts').where('userId', '=', id).execute()
      await logAccount(change, tutor, 'confirmed', id)
    }
    return waiting.length
  })
}

/** Logs which accounts no tutor has confirmed yet. */
export async function warnOfRestoredAccounts(db: Database): Promise<void> {
  const waiting = await selectRestored(db).orderBy('userId').execute()
  if (waiting.length === 0) return
  const accounts = waiting.map(({ id, role, lastSeenAt }) => ({ id, role, lastSeenAt }))
  log.warn(
    { accounts },
    'these accounts can log in since a restore, and may have been closed or erased before it: confirm them under Profile',
  )
}
