import type { Database } from '~db/schema'
import { findFormerUser } from './sessions.server'

/** What somebody had typed when their session was over. */
export interface InterruptedForm {
  path: string
  fields: Record<string, string>
}

const ONE_DAY = 24 * 3_600_000
const secret = /password|^code$/i

/**
 * Keeps the words of a form that came with a session that is over, for the person whose session it was. Passwords, codes and
 * files are not kept. Gives false when nobody's session was ever opened by `cookie`, or the account is closed.
 */
export async function keepInterrupted(db: Database, cookie: string, path: string, form: FormData): Promise<boolean> {
  const userId = await findFormerUser(db, cookie)
  if (userId === null) return false
  const words = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !secret.test(entry[0]),
  )
  const row = { path, fields: JSON.stringify(Object.fromEntries(words)), createdAt: new Date().toISOString() }
  await db
    .insertInto('interruptedForms')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
  return true
}

/** The form that `userId` was interrupted in at `path`, once: from then on it is in the page again. Null when there is none, or it is older than a day. */
export async function takeInterrupted(db: Database, userId: number, path: string): Promise<InterruptedForm | null> {
  const kept = await db
    .selectFrom('interruptedForms')
    .select(['path', 'fields', 'createdAt'])
    .where('userId', '=', userId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!kept) return null
  await db.deleteFrom('interruptedForms').where('userId', '=', userId).execute()
  return Date.now() - Date.parse(kept.createdAt) < ONE_DAY ? { path: kept.path, fields: JSON.parse(kept.fields) } : null
}

/** The address of a page as a form's own: Remix's mark for an index route is not part of it. */
export function pagePath(url: URL): string {
  const search = new URLSearchParams(url.search)
  search.delete('index')
  return url.pathname + (search.size ? `?${search}` : '')
}
