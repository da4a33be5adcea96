import { leaveNoTrace, markErased, mayHoldErased } from '~db/erase'
import type { Database } from '~db/schema'
import { forgetOldSessions } from './auth/sessions.server'
import { clockHold } from './backups/clock.server'
import { type Retained, retentionIn } from './content/retention-terms'
import { forgetOldAbsences } from './domain/absences/absences.server'
import { forgetOldActivity } from './domain/activity/activity.server'
import { sweepOutbox } from './domain/deliveries/outbox.server'
import { forgetOldMail, forgetOldReaders } from './domain/deliveries/queue.server'
import { sweep } from './domain/files/store.server'
import { forgetOldKeys } from './domain/idempotency/keys.server'
import { forgetInterrupted } from './domain/interrupted-forms/interrupted-forms.server'
import { type Running, startJob } from './domain/job.server'
import { forgetUnconfirmed } from './domain/subscribers/subscription.server'
import { removeUnused, UNUSED_KEPT_FOR } from './domain/website/pictures.server'
import { log } from './log.server'

const HOUR = 3_600_000

interface Removal {
  /** What it is called in the log. */
  what: string
  /** Removes what ended before a moment (ISO 8601). Returns how much. */
  forget: (db: Database, before: string) => Promise<number>
}

/** How what has a term is removed. */
export const removals: Record<Retained, Removal> = {
  interruptedForms: { what: 'forms that a log-out interrupted', forget: forgetInterrupted },
  tickets: { what: 'tickets of saved forms', forget: forgetOldKeys },
  unconfirmedSignUps: { what: 'sign-ups that nobody confirmed', forget: forgetUnconfirmed },
  otherMails: { what: 'mails about subscriptions, and test mails', forget: forgetOldMail },
  readers: { what: 'whom a newsletter went to', forget: forgetOldReaders },
  endedSessions: { what: 'sessions that are over', forget: forgetOldSessions },
  absences: { what: 'absences of the year before', forget: forgetOldAbsences },
  activity: { what: 'the activity log', forget: forgetOldActivity },
}

interface Keeper {
  db: Database
  /** The folder of mails without a mail server. */
  outbox: string
  /** The folder of uploaded files. */
  uploads: string
}

/** Removes whatever is past its period at `now` (milliseconds). A failure is logged and retried next time; the other periods are still applied. None is while the clock is in doubt. */
export async function runRetention(keeper: Keeper, now = Date.now()): Promise<void> {
  if (!clockHold()) await removeWhatIsPast(keeper, now)
  if (mayHoldErased(keeper.db)) await leaveNoTrace(keeper.db)
}

async function removeWhatIsPast({ db, outbox, uploads }: Keeper, now: number): Promise<void> {
  for (const [kept, { what, forget }] of Object.entries(removals) as [Retained, Removal][])
    await attempt(what, async () => {
      const removed = await forget(db, new Date(now - retentionIn(kept)).toISOString())
      if (removed > 0) markErased(db)
      return removed
    })
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
