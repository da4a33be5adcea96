import { getRetentionDays } from '~/content/retention-terms'
import { formatDate, formatDublinTime } from '~/domain/dublin'
import { type NestedWords, nestTypedText, readTypedText } from '~/domain/form-words'
import { writeInBackground } from '~/domain/storage.server'
import type { Database } from '~db/schema'

export interface InterruptedForm {
  path: string
  fields: NestedWords
  /** 'Typed today at 14:05': at a shared device it may have been somebody else. */
  typed: string
}

const DAY = 24 * 3_600_000

/** The most that is stored of one form and its address: twice the longest text, some of which JSON writes as several characters. */
const MOST_STORED = 128 * 1024

/** Keeps what `userId` typed when the session expired, without secrets and files. Gives the moment, which names the form; null when it is too large. */
export async function storeInterruptedForm(
  db: Database,
  userId: number,
  path: string,
  form: FormData,
): Promise<string | null> {
  const row = { userId, path, fields: JSON.stringify(readTypedText(form)), createdAt: new Date().toISOString() }
  if (Buffer.byteLength(row.fields) + path.length > MOST_STORED) return null
  await db.replaceInto('interruptedForms').values(row).execute()
  return row.createdAt
}

/** The form of `userId` at `path` that was interrupted at `typedAt`; removes it, so that it is filled in once. Null when there is none, or it is older than a day. */
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
    'an interrupted form that was given back',
    db.deleteFrom('interruptedForms').where('userId', '=', userId).execute(),
  )
  const isFresh = Date.now() - Date.parse(stored.createdAt) < getRetentionDays('interruptedForms') * DAY
  if (!isFresh) return null
  return { path: stored.path, fields: nestTypedText(JSON.parse(stored.fields)), typed: typedInWords(stored.createdAt) }
}

function typedInWords(moment: string): string {
  const [day = '', time] = formatDublinTime(new Date(moment)).split(' ')
  const [today] = formatDublinTime(new Date()).split(' ')
  return `Typed ${day === today ? 'today' : `on ${formatDate(day)}`} at ${time}`
}

/** The path of a page as a form's action, without Remix's ?index. */
export function toPagePath(url: URL): string {
  const search = new URLSearchParams(url.search)
  search.delete('index')
  return url.pathname + (search.size ? `?${search}` : '')
}
