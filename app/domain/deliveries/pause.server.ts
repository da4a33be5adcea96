import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import type { SiteSettings } from '~/settings.server'
import type { Database } from '~db/schema'
import { isWaitingNewsletter } from './queue.server'
import { countRefused } from './refused.server'
import { mailTrouble } from './trouble.server'

/** The state of sending as a whole, for tutors. */
export interface SendingState {
  /** False without SMTP_URL: mails are written to the outbox folder instead. */
  setUp: boolean
  /** Since when sending is paused after the restore of a backup, as an ISO moment; else null. */
  pausedSince: string | null
  /** The mail server's last error while it can't be used; else null. */
  trouble: string | null
  /** Whether it can't be used because it refuses us. */
  isRefusal: boolean
  /** How many mails it refused because of us can be sent again (refused.server.ts). */
  refused: number
}

export async function sendingState(db: Database, settings: Pick<SiteSettings, 'mailIsSetUp'>): Promise<SendingState> {
  const { reason: trouble = null, isRefusal = false } = mailTrouble() ?? {}
  const { failed, waiting } = await countRefused(db)
  const refused = failed + waiting
  return { setUp: settings.mailIsSetUp, pausedSince: await pausedSince(db), trouble, isRefusal, refused }
}

/** Since when sending is paused; null while it is not. */
export async function pausedSince(db: Database): Promise<string | null> {
  const pause = db.selectFrom('portalSettings').select('value').where('name', '=', 'sendingPaused')
  return (await pause.executeTakeFirst())?.value ?? null
}

async function endPause(change: Database, tutor: Tutor, title: string): Promise<boolean> {
  const end = change.deleteFrom('portalSettings').where('name', '=', 'sendingPaused')
  const { numDeletedRows } = await end.executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  await logActivity(change, tutor, { action: 'resumed', noun: 'sending', recordId: 0, title, studentId: null })
  return true
}

/** 'Go on sending' after a restore: queued mail is sent. Returns false, with nothing changed, when sending was not paused. */
export async function resumeSending(db: Database, tutor: Tutor): Promise<boolean> {
  return db.transaction().execute((change) => endPause(change, tutor, 'with everything that was waiting'))
}

/** Resumes without the newsletters queued in the backup: they become uncertain or stay drafts. Returns how many; null if not paused. */
export async function giveUpWaiting(db: Database, tutor: Tutor): Promise<number | null> {
  return db.transaction().execute(async (change) => {
    const pause = await pausedSince(change)
    if (!pause || !(await endPause(change, tutor, 'without the newsletters that were waiting'))) return null
    // So may the newsletters whose time has come since: they stay drafts.
    const stays = { leavesAt: null, leavesTo: null, leavesBy: null }
    const now = new Date().toISOString()
    await change.updateTable('newsletters').set(stays).where('leavesAt', '<=', now).execute()
    const reason = 'It may have gone out before a backup was restored.'
    const uncertain = change.updateTable('deliveries').set({ state: 'uncertain', reason, settledAt: now })
    const those = uncertain.where(isWaitingNewsletter).where('createdAt', '<=', pause)
    return Number((await those.executeTakeFirstOrThrow()).numUpdatedRows)
  })
}
