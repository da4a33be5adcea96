import { createHash } from 'node:crypto'
import { readChunks } from '~/domain/files/store.server'
import type { Database } from '~db/schema'
import { IDEMPOTENCY_FIELD } from './field'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Keys stored per sender: more than a person submits in a day. */
export const MAX_KEYS_PER_SENDER = 2000

/** The path of a submission and its sender's id, undefined for a visitor. */
interface SubmissionSource {
  path: string
  getSenderId: () => Promise<number | undefined>
}

/**
 * Hash of the person, or for visitors of the page, under which keys are counted. Hashed because a path may contain a link's secret.
 */
export async function hashSender({ path, getSenderId }: SubmissionSource): Promise<string> {
  const userId = await getSenderId()
  return createHash('sha256')
    .update(userId === undefined ? path : `user ${userId}`)
    .digest('base64')
}

/** Hashes a form's path, sender and all its fields. Null without IDEMPOTENCY_FIELD. */
export async function createIdempotencyKey(
  { path, getSenderId }: SubmissionSource,
  form: FormData,
): Promise<string | null> {
  const sent = form.get(IDEMPOTENCY_FIELD)
  if (typeof sent !== 'string' || !UUID.test(sent)) return null
  const hash = createHash('sha256').update(`${path} ${(await getSenderId()) ?? 'visitor'}`)
  for (const [name, value] of form) {
    const isText = typeof value === 'string'
    // Lengths separate the values, so that different forms never hash the same bytes.
    hash.update(`\0${name.length}:${name}=${isText ? value.length : `${value.size} ${value.name}`}:`)
    if (isText) hash.update(value)
    else for await (const chunk of readChunks(value)) hash.update(chunk)
  }
  return hash.digest('base64')
}

/** Query that stores a key, or does nothing if it is stored already. */
export function insertIdempotencyKey(db: Database, key: string, sender: string) {
  return db
    .insertInto('tickets')
    .values({ ticket: key, sender, savedAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
}

export async function isKeyStored(db: Database, key: string): Promise<boolean> {
  const row = await db.selectFrom('tickets').select('savedAt').where('ticket', '=', key).executeTakeFirst()
  return row !== undefined
}

/** Removes a sender's oldest keys above MAX_KEYS_PER_SENDER, because retention runs only once a day. */
export async function removeOldKeys(db: Database, sender: string): Promise<void> {
  const own = db.selectFrom('tickets').select('savedAt').where('sender', '=', sender).orderBy('savedAt', 'desc')
  const oldest = await own.offset(MAX_KEYS_PER_SENDER).limit(1).executeTakeFirst()
  if (!oldest) return
  await db.deleteFrom('tickets').where('sender', '=', sender).where('savedAt', '<=', oldest.savedAt).execute()
}

/** Removes the key of a form that was returned for corrections. */
export async function removeKey(db: Database, key: string): Promise<void> {
  await db.deleteFrom('tickets').where('ticket', '=', key).execute()
}
