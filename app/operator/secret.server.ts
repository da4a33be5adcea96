import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import { isSealed, type Seal } from '~/seal.server'
import type { Database } from '~db/schema'

/** What is stored of SESSION_SECRET to notice a new one: a signature made with it, and since when it is the secret (ISO 8601) if there was another before. */
export interface SecretRecord {
  signature: string
  changedAt?: string
}

const SIGNED = 'which SESSION_SECRET this is'

/** Whether a server with this `seal` wrote the record. */
export const isOwnSecret = (seal: Seal, { signature }: SecretRecord) => isSealed(seal, SIGNED, signature)

/** Stores which SESSION_SECRET is in use. Returns true, and warns in the log, when the one before was another. */
export async function recordSecret(db: Database, seal: Seal): Promise<boolean> {
  const stored = await readSetting(db, 'secretRecord')
  const before = stored === undefined ? undefined : (JSON.parse(stored) as SecretRecord)
  if (before && isOwnSecret(seal, before)) return false
  const changedAt = before && new Date().toISOString()
  await writeSetting(db, 'secretRecord', JSON.stringify({ signature: seal(SIGNED), changedAt } satisfies SecretRecord))
  if (!before) return false
  const steps = await db.selectFrom('secondSteps').selectAll().where('confirmedAt', 'is not', null).execute()
  const { findLockedOut } = await import('~/domain/accounts/second-step.server')
  const secondStepsLost = findLockedOut(seal, steps).length
  log.warn({ secondStepsLost }, 'SESSION_SECRET is not the one of the last start. The doctor says what stopped working')
  return true
}
