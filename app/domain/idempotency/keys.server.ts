import { createHash } from 'node:crypto'
import { chunksOf } from '~/domain/files/arriving.server'
import type { Database } from '~db/schema'
import { IDEMPOTENCY_FIELD } from './field'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A form's idempotency key: its random field, path, sender and everything in it. Null without that field. */
export async function keyOf(
  { path, whoSends }: { path: string; whoSends: () => Promise<number | undefined> },
  form: FormData,
): Promise<string | null> {
  const sent = form.get(IDEMPOTENCY_FIELD)
  if (typeof sent !== 'string' || !UUID.test(sent)) return null
  const hash = createHash('sha256').update(`${path} ${(await whoSends()) ?? 'visitor'}`)
  for (const [name, value] of form) {
    const isText = typeof value === 'string'
    // Lengths between the values, so that no other parts make the same bytes.
    hash.update(`\0${name.length}:${name}=${isText ? value.length : `${value.size} ${value.name}`}:`)
    if (isText) hash.update(value)
    else for await (const chunk of chunksOf(value)) hash.update(chunk)
  }
  return hash.digest('base64')
}

/** The insertion that remembers a key; nothing where it is remembered. */
export function rememberingKey(db: Database, key: string) {
  return db
    .insertInto('tickets')
    .values({ ticket: key, savedAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
}

export async function wasSaved(db: Database, key: string): Promise<boolean> {
  const row = await db.selectFrom('tickets').select('savedAt').where('ticket', '=', key).executeTakeFirst()
  return row !== undefined
}

/** Forgets the key of a form that came back to be corrected. */
export async function forgetKey(db: Database, key: string): Promise<void> {
  await db.deleteFrom('tickets').where('ticket', '=', key).execute()
}
