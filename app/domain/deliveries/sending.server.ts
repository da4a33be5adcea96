import { sql } from 'kysely'
import type { Actor, Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { dropSetting, readSetting } from '~/domain/portal-settings.server'
import type { MailRoute, SiteSettings } from '~/settings.server'
import type { Database } from '~db/schema'
import type { MailStatus } from './mail-status.server'
import { countWaiting, isWaitingNewsletter } from './queue.server'

interface MailContext {
  db: Database
  settings: Pick<SiteSettings, 'mailRoute'>
  mailStatus: MailStatus
}

export interface SendingState {
  route: MailRoute
  /** How many mails wait because mail is not set up; 0 where it is. */
  waiting: number
  /** Since when sending is paused after the restore of a backup, as an ISO moment; else null. */
  pausedSince: string | null
  /** The mail server's last error while it can't be used; else null. */
  trouble: string | null
  /** Whether it can't be used because it refuses us. */
  isRefusal: boolean
  /** How many mails it refused because of us can be sent again (sendRefusedAgain). */
  refused: number
}

/** What tutors are told about mail: whether it leaves, and why not. */
export async function findSendingState({ db, settings, mailStatus }: MailContext): Promise<SendingState> {
  const { reason: trouble = null, isRefusal = false } = mailStatus.trouble ?? {}
  const refused = await countRefused(db)
  const { mailRoute: route } = settings
  return {
    route,
    waiting: route === 'none' ? await countWaiting(db) : 0,
    pausedSince: await findPausedSince(db),
    trouble,
    isRefusal,
    refused: refused.failed + refused.waiting,
  }
}

export async function findPausedSince(db: Database): Promise<string | null> {
  return (await readSetting(db, 'sendingPaused')) ?? null
}

async function endPause(change: Database, tutor: Tutor, title: string): Promise<boolean> {
  if (!(await dropSetting(change, 'sendingPaused'))) return false
  await logActivity(change, tutor, { action: 'resumed', noun: 'sending', title })
  return true
}

/** 'Go on sending' after a restore: queued mail is sent. Returns false, with nothing changed, when sending was not paused. */
export async function resumeSending(db: Database, tutor: Tutor): Promise<boolean> {
  return db.transaction().execute((change) => endPause(change, tutor, 'with everything that was waiting'))
}

/** Resumes without the newsletters queued in the backup: they become uncertain or stay drafts. Returns how many; null if not paused. */
export async function resumeWithoutWaiting(db: Database, tutor: Tutor): Promise<number | null> {
  return db.transaction().execute(async (change) => {
    const pause = await findPausedSince(change)
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

/** A reason that says that a server refused us for good, rather than a recipient, by the codes that app/mail/smtp.server.ts knows. */
const refusedUs = `(reason glob '5[0-9][0-9][- ]*' and (ltrim(substr(reason, 5), '#') glob '5.7.*'
  or ltrim(substr(reason, 5), '#') glob '5.1.[78][^0-9]*' or reason glob '53[0458]*'))`

/** Selects what failed since the server refused us and is of use: recent, or of an enquiry nobody answered. */
const failedByRefusal = `select id from deliveries as mail where id in (
    select id from deliveries where kind = 'newsletter' and state = 'failed'
      and newsletterId in (select id from newsletters order by createdAt desc limit 24)
    union all select id from deliveries where newsletterId is null and state = 'failed'
      and kind in ('enquiry', 'welcome', 'confirm', 'unsubscribe'))
  and ${refusedUs}
  and case kind
    when 'enquiry' then id = (select max(id) from deliveries where enquiryId = mail.enquiryId)
      and exists (select 1 from enquiries where id = mail.enquiryId and suspected = 0 and answeredAt is null)
    else settledAt > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days') and exists (select 1 from subscribers
      where id = mail.subscriberId and (active = 1 or mail.kind in ('confirm', 'unsubscribe')))
  end`

/** Selects the mails that wait for another try since they were refused for good; for any moment, so that SQLite takes the queue's index. */
const waitingAfterRefusal = `select id from deliveries where state = 'pending' and dueAt > '' and attempts > 0 and reason glob '5[0-9][0-9][- ]*'
  and kind`

/** Counts `failed` mails and enquiries that are `waiting` since they were refused; SQL without parameters. */
export const COUNT_REFUSED = `select (select count(*) from (${failedByRefusal})) as failed,
  (select count(*) from (${waitingAfterRefusal} <> 'newsletter' and kind = 'enquiry')) as waiting`

/** How many mails failed because the mail server refused us, and how many to the office wait since they were refused. */
export async function countRefused(db: Database): Promise<{ failed: number; waiting: number }> {
  const { rows } = await sql<{ failed: number; waiting: number }>`${sql.raw(COUNT_REFUSED)}`.execute(db)
  return rows[0]!
}

/** What 'Send them again' would send, most first: enquiries, other mail, and each newsletter by its title (null for the former two). */
export interface RefusedGroup {
  kind: 'enquiry' | 'newsletter' | 'other'
  title: string | null
  number: number
}

export async function listRefused(db: Database): Promise<RefusedGroup[]> {
  const { rows } = await sql<RefusedGroup>`
    select case when kind in ('enquiry', 'newsletter') then kind else 'other' end as kind,
      (select title from newsletters where newsletters.id = newsletterId) as title, count(*) as number
    from deliveries where id in (${sql.raw(allRefused)}) group by 1, newsletterId`.execute(db)
  return rows.sort((one, other) => other.number - one.number)
}
const allRefused = `${failedByRefusal}
  union all ${waitingAfterRefusal} <> 'newsletter' union all ${waitingAfterRefusal} = 'newsletter'`

/** Makes all mail due now that failed because the mail server refused us, or waits since. Returns how many. */
export async function sendRefusedAgain(db: Database, tutor: Actor): Promise<number> {
  return db.transaction().execute(async (change) => {
    const { numAffectedRows = 0n } = await sql`
      update deliveries set state = 'pending', attempts = 0, dueAt = ${new Date().toISOString()}, settledAt = null
      where id in (${sql.raw(allRefused)})`.execute(change)
    const number = Number(numAffectedRows)
    const title = number === 1 ? '1 email' : `${number} emails`
    if (number > 0) await logActivity(change, tutor, { action: 'sent again', noun: 'sending', title })
    return number
  })
}
