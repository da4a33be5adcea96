import { getRetentionDays } from '~/content/retention-terms'
import { formatDate, formatDublinTime } from '~/domain/events/days'
import { type NestedWords, nestTypedText, readTypedText } from '~/domain/form-words'
import { writeInBackground } from '~/domain/storage.server'
import type { Database } from '~db/schema'

export interface InterruptedForm {
  path: string
  fields: NestedWords
  /** 'Typed today at 14:05': on a shared device it may be another person's text. */
  typed: string
}

const DAY_IN_MS = 24 * 3_600_000

/** Most bytes of one form and its address: twice the longest text, because JSON escapes some characters. */
const MAX_STORED_BYTES = 128 * 1024

/**
 * Stores what `userId` typed when the session expired, without secrets and files. Returns the time, which identifies the form; null
 * if it is too large.
 */
export async function storeInterruptedForm(
  db: Database,
  userId: number,
  path: string,
  form: FormData,
): Promise<string | null> {
  const row = { userId, path, fields: JSON.stringify(readTypedText(form)), createdAt: new Date().toISOString() }
  if (Buffer.byteLength(row.fields) + path.length > MAX_STORED_BYTES) return null
  await db.replaceInto('interruptedForms').values(row).execute()
  return row.createdAt
}

/**
 * Removes and returns the form that `userId` typed at `path` at `typedAt`, so that it is restored once. Null if there is none, or
 * if it is older than a day.
 */
export async function removeInterruptedForm(
  db: Database,
  userId: number,
  path: string,
  typedAt: string,
): Promise<InterruptedForm | null> {
  const forms = db.selectFrom('interruptedForms').select(['path', 'fields', 'createdAt']).where('userId', '=', userId)
  const stored = await forms.where('path', '=', path).where('createdAt', '=', typedAt).executeTakeFirst()
  if (!stored) return null
  await writeInBackground(
    'the removal of a restored form',
    db.deleteFrom('interruptedForms').where('userId', '=', userId).execute(),
  )
  const isFresh = Date.now() - Date.parse(stored.createdAt) < getRetentionDays('interruptedForms') * DAY_IN_MS
  if (!isFresh) return null
  return {
    path: stored.path,
    fields: nestTypedText(JSON.parse(stored.fields)),
    typed: describeTypedAt(stored.createdAt),
  }
}

function describeTypedAt(moment: string): string {
  const [day = '', time] = formatDublinTime(new Date(moment)).split(' ')
  const [today] = formatDublinTime(new Date()).split(' ')
  return `Typed ${day === today ? 'today' : `on ${formatDate(day)}`} at ${time}`
}

/** Path of a page for a form's action, without Remix's ?index. */
export function toPagePath(url: URL): string {
  const search = new URLSearchParams(url.search)
  search.delete('index')
  return url.pathname + (search.size ? `?${search}` : '')
}
