import { leaveNoTrace, mayHoldErased } from '~db/erase'
import type { Database } from '~db/schema'
import type { ClockWatch } from './backups/clock.server'
import { retained, retentionTerms } from './content/retention-terms'
import { sweepOutbox } from './domain/deliveries/outbox.server'
import { giveUpOutdated } from './domain/deliveries/queue.server'
import { pausedSince } from './domain/deliveries/sending.server'
import { sweep } from './domain/files/store.server'
import { type Running, startJob } from './domain/job.server'
import { removePast } from './domain/retention/retention.server'
import { removeUnused, UNUSED_KEPT_FOR } from './domain/website/pictures.server'
import { log } from './log.server'

const HOUR = 3_600_000

interface Keeper {
  db: Database
  /** The folder of the demonstration's mails. */
  outbox: string
  /** The folder of uploaded files. */
  uploads: string
  clockWatch: ClockWatch
}

/** Removes whatever is past its period at `now` (milliseconds). A failure is logged and retried next time; the other periods are still applied. None is while the clock is in doubt. */
export async function runRetention(keeper: Keeper, now = Date.now()): Promise<void> {
  if (!keeper.clockWatch.doubt()) await removeWhatIsPast(keeper, now)
  if (mayHoldErased(keeper.db)) await leaveNoTrace(keeper.db)
}

async function removeWhatIsPast({ db, outbox, uploads, clockWatch }: Keeper, now: number): Promise<void> {
  // While sending is paused a tutor is asked first.
  await attempt('mails that waited too long', async () => ((await pausedSince(db)) ? 0 : giveUpOutdated(db, now)))
  for (const what of retained)
    await attempt(retentionTerms[what].many, async () =>
      clockWatch.doubt() ? 0 : removePast({ db, uploads }, what, now),
    )
  await attempt('mails in the outbox', () => sweepOutbox(db, outbox))
  await attempt('pictures that the website shows no longer', () =>
    removeUnused(db, uploads, new Date(now - UNUSED_KEPT_FOR).toISOString()),
  )
  await attempt('uploads that were never finished', () => sweep(db, uploads))
}

async function attempt(what: string, job: () => Promise<number>): Promise<void> {
  try {
    const removed = await job()
    if (removed > 0) log.info({ what, removed }, 'removed what was past its term')
  } catch (error) {
    log.error({ err: error, what }, 'what is past its term could not be removed')
  }
}

/** Runs it now and every hour until stopped. */
export function startRetention(keeper: Keeper): Running {
  return startJob(() => runRetention(keeper), { every: HOUR, failure: 'what is past its term could not be removed' })
}
