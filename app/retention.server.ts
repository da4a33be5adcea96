import { mayContainErased, purgeDeletedRows } from '~db/erase'
import type { Database } from '~db/schema'
import type { ClockWatch } from './backups/clock.server'
import { retentionCategories, retentionPeriods } from './content/retention-terms'
import { removePastCancelled } from './domain/absences/cancelled.server'
import { removeOldFromHome } from './domain/at-home/at-home.server'
import { sweepOutbox } from './domain/deliveries/outbox.server'
import { failOutdated } from './domain/deliveries/queue.server'
import { findPausedSince } from './domain/deliveries/sending.server'
import { removeOrphanFiles } from './domain/files/store.server'
import { type Running, startJob } from './domain/job.server'
import { removeExpiredRecords } from './domain/retention/retention.server'
import { removeUnusedPictures, UNUSED_PICTURE_TTL } from './domain/website/pictures.server'
import { removePastSessionChanges } from './domain/week/session-changes.server'
import { log } from './log.server'

const HOUR = 3_600_000

interface RetentionContext {
  db: Database
  /** The folder of mails written without a mail server. */
  outbox: string
  /** The folder of uploaded files. */
  uploads: string
  clockWatch: ClockWatch
}

/**
 * Removes everything past its retention period at `now` (milliseconds). A failed step is logged and retried at the next run; the others
 * still run. Nothing is removed while the clock is in doubt.
 */
export async function runRetention(context: RetentionContext, now = Date.now()): Promise<void> {
  if (!context.clockWatch.doubt()) await removeExpired(context, now)
  if (mayContainErased(context.db)) await purgeDeletedRows(context.db)
}

async function removeExpired({ db, outbox, uploads, clockWatch }: RetentionContext, now: number): Promise<void> {
  // While sending is paused, a tutor decides about these mails.
  await runStep('mails that waited too long', async () => ((await findPausedSince(db)) ? 0 : failOutdated(db, now)))
  for (const category of retentionCategories)
    await runStep(retentionPeriods[category].many, async () =>
      clockWatch.doubt() ? 0 : removeExpiredRecords({ db, uploads }, category, now),
    )
  await runStep('changes of sessions on past days', () => removePastSessionChanges(db, now))
  await runStep('cancelled absences of past days', () => removePastCancelled(db, now))
  await runStep('what students no longer show at home', () => removeOldFromHome(db, now))
  await runStep('mails in the outbox', () => sweepOutbox(db, outbox))
  await runStep('pictures no longer used on the website', () =>
    removeUnusedPictures(db, uploads, new Date(now - UNUSED_PICTURE_TTL).toISOString()),
  )
  await runStep('uploads that were never finished', () => removeOrphanFiles(db, uploads))
}

async function runStep(step: string, remove: () => Promise<number>): Promise<void> {
  try {
    const removed = await remove()
    if (removed > 0) log.info({ what: step, removed }, 'removed expired records')
  } catch (error) {
    log.error({ err: error, what: step }, 'could not remove expired records')
  }
}

/** Runs retention now and every hour until stopped. */
export function startRetention(context: RetentionContext): Running {
  return startJob(() => runRetention(context), { every: HOUR, failure: 'could not remove expired records' })
}
