import { daysOf } from '~/content/retention-terms'
import { type NestedWords, nestedWords, wordsOf } from '~/domain/form-words'
import { quietly } from '~/domain/storage.server'
import type { Database } from '~db/schema'

export interface InterruptedForm {
  path: string
  fields: NestedWords
}

const DAY = 24 * 3_600_000

/** The most that is stored of one form and its address: twice the longest text, some of which JSON writes as several characters. */
const MOST_STORED = 128 * 1024

/** Keeps what `userId` typed when the session expired, without secrets and files. False when it is too large. */
export async function keepInterrupted(db: Database, userId: number, path: string, form: FormData): Promise<boolean> {
  const row = { userId, path, fields: JSON.stringify(wordsOf(form)), createdAt: new Date().toISOString() }
  if (Buffer.byteLength(row.fields) + path.length > MOST_STORED) return false
  await db.replaceInto('interruptedForms').values(row).execute()
  return true
}

/** The interrupted form of `userId` at `path`; removes it, so that it is filled in once. Null when there is none, or it is older than a day. */
export async function takeInterrupted(db: Database, userId: number, path: string): Promise<InterruptedForm | null> {
  const forms = db.selectFrom('interruptedForms').select(['path', 'fields', 'createdAt'])
  const kept = await forms.where('userId', '=', userId).where('path', '=', path).executeTakeFirst()
  if (!kept) return null
  await quietly(
    'an interrupted form that was given back',
    db.deleteFrom('interruptedForms').where('userId', '=', userId).execute(),
  )
  const isFresh = Date.now() - Date.parse(kept.createdAt) < daysOf('interruptedForms') * DAY
  return isFresh ? { path: kept.path, fields: nestedWords(JSON.parse(kept.fields)) } : null
}

/** The path of a page as a form's action, without Remix's ?index. */
export function pagePath(url: URL): string {
  const search = new URLSearchParams(url.search)
  search.delete('index')
  return url.pathname + (search.size ? `?${search}` : '')
}
