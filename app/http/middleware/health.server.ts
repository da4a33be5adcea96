import { statfs } from 'node:fs/promises'
import type { RequestHandler } from 'express'
import type { BackupStatus } from '~/backups/backup-status.server'
import { strangeAddress } from '~/http/errors/warnings.server'
import { log } from '~/log.server'
import { commit, version } from '~/version'
import { forBookkeeping, getDatabaseFile } from '~db/open'
import type { Database } from '~db/schema'
import { type Trouble, troubleOf } from '~db/trouble'

/** Bytes that must be free. Small writes may still find room in a log that has its length already. */
const LEAST_FREE = 1024 * 1024
/** The answer stands for these milliseconds, so that nobody can keep the disk busy by asking. */
const STANDS = 1000

const reasons: Record<Trouble, string> = {
  full: 'The disk is full.',
  locked: 'Another program has kept the database locked for too long.',
  broken: 'The database cannot be written.',
}

interface Health {
  ok: boolean
  reason?: string
}

/** Writes a row of its own, which takes the way that every change takes. */
async function writeRow(db: Database): Promise<void> {
  const checkedAt = new Date().toISOString()
  await forBookkeeping(db)
    .insertInto('healthCheck')
    .values({ id: 1, checkedAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ checkedAt }))
    .execute()
}

async function look(db: Database, dataDir: string): Promise<Health> {
  try {
    await writeRow(db)
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize < LEAST_FREE ? { ok: false, reason: reasons.full } : { ok: true }
  } catch (error) {
    const trouble = troubleOf(error)
    return { ok: false, reason: reasons[trouble ?? 'broken'] }
  }
}

interface HealthSources {
  db: Database
  dataDir: string
  backupStatus: BackupStatus
}

/** Answers /healthz: 200 when the database and the disk under `dataDir` can be written, else 503 with the reason; `damaged` where a query has met damage; what a proxy sends in place of visitors' addresses; and which build it is. */
export function handleHealthCheck({ db, dataDir, backupStatus }: HealthSources): RequestHandler {
  let looked: { at: number; health: Promise<Health> } | undefined
  let wasOk = true
  return async (_request, response) => {
    if (!looked || performance.now() - looked.at > STANDS) looked = { at: performance.now(), health: look(db, dataDir) }
    const health = await looked.health
    const backup = backupStatus.health
    const forwardedFor = strangeAddress()
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
