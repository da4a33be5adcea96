import { statfs } from 'node:fs/promises'
import type { RequestHandler } from 'express'
import type { SiteWarnings } from '~/http/errors/warnings.server'
import { log } from '~/log.server'
import { commit, version } from '~/version'
import { forBookkeeping, getDatabaseFile } from '~db/open'
import type { Database } from '~db/schema'
import { getTrouble, type Trouble } from '~db/trouble'

/** Bytes that must be free. Without them, small writes may still fit into the existing log. */
const MIN_FREE_BYTES = 1024 * 1024
/** The response is cached for this many ms, so that requests can't keep the disk busy. */
const CACHE_TIME = 1000

const reasons: Record<Trouble, string> = {
  full: 'The disk is full.',
  locked: 'Another program has kept the database locked for too long.',
  broken: 'The database cannot be written.',
}

interface Health {
  ok: boolean
  reason?: string
}

/** Writes a row the same way as any change. */
async function writeCheckRow(db: Database): Promise<void> {
  const checkedAt = new Date().toISOString()
  await forBookkeeping(db)
    .insertInto('healthCheck')
    .values({ id: 1, checkedAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ checkedAt }))
    .execute()
}

async function checkHealth(db: Database, dataDir: string): Promise<Health> {
  try {
    await writeCheckRow(db)
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize < MIN_FREE_BYTES ? { ok: false, reason: reasons.full } : { ok: true }
  } catch (error) {
    const trouble = getTrouble(error)
    return { ok: false, reason: reasons[trouble ?? 'broken'] }
  }
}

interface HealthSources {
  db: Database
  dataDir: string
  siteWarnings: SiteWarnings
  /** When the last good backup was made, and whether none has failed since; null without backups. */
  backupStatus: { readonly health: { at: string | null; ok: boolean } | null }
}

/**
 * Handles /healthz: 200 if the database and the disk of `dataDir` can be written, else 503 with the reason. Also reports damage found by a
 * query, what a proxy sends instead of visitors' addresses, and the build.
 */
export function handleHealthCheck({ db, dataDir, siteWarnings, backupStatus }: HealthSources): RequestHandler {
  let lastCheck: { at: number; health: Promise<Health> } | undefined
  let wasOk = true
  return async (_request, response) => {
    if (!lastCheck || performance.now() - lastCheck.at > CACHE_TIME)
      lastCheck = { at: performance.now(), health: checkHealth(db, dataDir) }
    const health = await lastCheck.health
    const backup = backupStatus.health
    const forwardedFor = siteWarnings.strangeAddress
    const answer = {
      ...health,
      version,
      commit,
      ...(backup && { backup }),
      ...(getDatabaseFile(db).damage.code && { damaged: true }),
      ...(forwardedFor !== undefined && { forwardedFor }),
    }
    if (health.ok !== wasOk) log[health.ok ? 'info' : 'error'](health, health.ok ? 'can write again' : 'can’t write')
    wasOk = health.ok
    response
      .status(health.ok ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(answer)
  }
}
