import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import { isValidSignature, type Signer } from '~/signing.server'
import type { Database } from '~db/schema'

/** Recognises a changed SESSION_SECRET: a signature made with it, and when it replaced another (ISO 8601). */
export interface SecretRecord {
  signature: string
  changedAt?: string
}

const SIGNED_TEXT = 'which SESSION_SECRET this is'

export const isCurrentSecret = (sign: Signer, { signature }: SecretRecord) =>
  isValidSignature(sign, SIGNED_TEXT, signature)

/** Stores a signature of the current SESSION_SECRET. Returns true and logs a warning if the secret has changed. */
export async function recordSecret(db: Database, sign: Signer): Promise<boolean> {
  const stored = await readSetting(db, 'secretRecord')
  const before = stored === undefined ? undefined : (JSON.parse(stored) as SecretRecord)
  if (before && isCurrentSecret(sign, before)) return false
  const changedAt = before && new Date().toISOString()
  await writeSetting(
    db,
    'secretRecord',
    JSON.stringify({ signature: sign(SIGNED_TEXT), changedAt } satisfies SecretRecord),
  )
  if (!before) return false
  const steps = await db.selectFrom('secondSteps').selectAll().where('confirmedAt', 'is not', null).execute()
  const { findLockedOut } = await import('~/domain/accounts/second-step.server')
  const secondStepsLost = findLockedOut(sign, steps).length
  log.warn(
    { secondStepsLost },
    'SESSION_SECRET has changed since the last start. Run the doctor to see what stopped working',
  )
  return true
}
