import { createHash } from 'node:crypto'
import { readChunks } from '~/domain/files/arriving.server'
import type { Database } from '~db/schema'
import { IDEMPOTENCY_FIELD } from './field'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** How many keys of one sender are stored: more than a person sends in a day. */
export const MAX_KEYS_PER_SENDER = 2000

/** Where a form was sent, and the person who did; undefined for a visitor. */
interface Sending {
  path: string
  whoSends: () => Promise<number | undefined>
}

/** The hash under which a person's keys are counted, or those of a visitor's page: its path may hold the secret of a link. */
export async function hashSender({ path, whoSends }: Sending): Promise<string> {
  const userId = await whoSends()
  return createHash('sha256')
    .update(userId === undefined ? path : `user ${userId}`)
    .digest('base64')
}

/** A form's idempotency key: its random field, path, sender and everything in it. Null without that field. */
export async function createIdempotencyKey({ path, whoSends }: Sending, form: FormData): Promise<string | null> {
  const sent = form.get(IDEMPOTENCY_FIELD)
  if (typeof sent !== 'string' || !UUID.test(sent)) return null
  const hash = createHash('sha256').update(`${path} ${(await whoSends()) ?? 'visitor'}`)
  for (const [name, value] of form) {
    const isText = typeof value === 'string'
    // Lengths between the values, so that no other parts make the same bytes.
    hash.update(`\0${name.length}:${name}=${isText ? value.length : `${value.size} ${value.name}`}:`)
    if (isText) hash.update(value)
    else for await (const chunk of readChunks(value)) hash.update(chunk)
  }
  return hash.digest('base64')
}

/** The insertion that remembers a key; nothing where it is remembered. */
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

/** Forgets the oldest keys of a sender who has more than MAX_KEYS_PER_SENDER: retention comes once a day. */
export async function removeOldKeys(db: Database, sender: string): Promise<void> {
  const own = db.selectFrom('tickets').select('savedAt').where('sender', '=', sender).orderBy('savedAt', 'desc')
  const oldest = await own.offset(MAX_KEYS_PER_SENDER).limit(1).executeTakeFirst()
  if (!oldest) return
  await db.deleteFrom('tickets').where('sender', '=', sender).where('savedAt', '<=', oldest.savedAt).execute()
}

/** Forgets the key of a form that came back to be corrected. */
export async function removeKey(db: Database, key: string): Promise<void> {
  await db.deleteFrom('tickets').where('ticket', '=', key).execute()
}
