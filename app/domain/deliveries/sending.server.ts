import { sql } from 'kysely'
import type { Actor, Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { dropSetting, readSetting } from '~/domain/portal-settings.server'
import type { MailRoute, SiteSettings } from '~/settings.server'
import type { Database } from '~db/schema'
import { MAX_REFUSED } from './deliveries.server'
import type { DeliveryAttempt } from './outcome'
import { countWaiting, isWaitingNewsletter } from './queue.server'

/** Why the mail server can't be used: its own reason, since when (performance.now()), and whether it permanently refuses us. */
interface MailTrouble {
  reason: string
  since: number
  isRefusal: boolean
}

/** The state of sending, in memory only: after a restart the next attempt determines it again. Created once, at the start. */
export class MailStatus {
  #trouble: MailTrouble | null = null
  readonly #attempts = new Map<string, { what: DeliveryAttempt; times: number }>()

  get trouble(): MailTrouble | null {
    return this.#trouble
  }

  /** Called by the worker with the problem, or with null once a mail is accepted again. */
  reportTrouble(found: Omit<MailTrouble, 'since'> | null): void {
    this.#trouble = found && { ...found, since: this.#trouble?.since ?? performance.now() }
  }

  countAttempt(what: DeliveryAttempt): void {
    const key = `${what.kind} ${what.outcome}`
    this.#attempts.set(key, { what, times: (this.#attempts.get(key)?.times ?? 0) + 1 })
  }

  /** The number of attempts by kind and outcome since the process started. */
  get attempts(): Iterable<{ what: DeliveryAttempt; times: number }> {
    return this.#attempts.values()
  }
}

interface MailContext {
  db: Database
  settings: Pick<SiteSettings, 'mailRoute'>
  mailStatus: MailStatus
}

export interface SendingState {
  route: MailRoute
  /** How many mails wait because mail is not set up; 0 if it is. */
  waiting: number
  /** When sending was paused after a restore, as an ISO moment; otherwise null. */
  pausedSince: string | null
  /** The mail server's last error while it can't be used; otherwise null. */
  trouble: string | null
  /** Whether the server can't be used because it refuses us. */
  isRefusal: boolean
  /** How many mails refused because of us can be sent again (sendRefusedAgain). */
  refused: number
}

/** The state of mail for tutors: whether it is sent, and if not, why. */
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

/** Resumes sending after a restore: queued mail is sent. Returns false, and changes nothing, if sending was not paused. */
export async function resumeSending(db: Database, tutor: Tutor): Promise<boolean> {
  return db.transaction().execute((change) => endPause(change, tutor, 'with everything that was waiting'))
}

/**
 * Resumes without the newsletters queued in the backup: they become uncertain or stay drafts. Returns how many; null if sending was
 * not paused.
 */
export async function resumeWithoutWaiting(db: Database, tutor: Tutor): Promise<number | null> {
  return db.transaction().execute(async (change) => {
    const pause = await findPausedSince(change)
    if (!pause || !(await endPause(change, tutor, 'without the newsletters that were waiting'))) return null
    // Newsletters scheduled for a time since then may have gone out too, so they stay drafts.
    const unscheduled = { leavesAt: null, leavesTo: null, leavesBy: null }
    const now = new Date().toISOString()
    await change.updateTable('newsletters').set(unscheduled).where('leavesAt', '<=', now).execute()
    const reason = 'It may have gone out before a backup was restored.'
    const uncertain = change.updateTable('deliveries').set({ state: 'uncertain', reason, settledAt: now })
    const queued = uncertain.where(isWaitingNewsletter).where('createdAt', '<=', pause)
    return Number((await queued.executeTakeFirstOrThrow()).numUpdatedRows)
  })
}

/** SQL: whether a reason says that a server permanently refused us, not a recipient, by the codes in app/mail/smtp.server.ts. */
const REFUSED_US = `(reason glob '5[0-9][0-9][- ]*' and (ltrim(substr(reason, 5), '#') glob '5.7.*'
  or ltrim(substr(reason, 5), '#') glob '5.1.[78][^0-9]*' or reason glob '53[0458]*'))`

/** Selects failed mails, refused because of us, that are still useful: recent ones, and those of unanswered enquiries. */
const FAILED_BY_REFUSAL = `select id from deliveries as mail where id in (
    select id from deliveries where kind = 'newsletter' and state = 'failed'
      and newsletterId in (select id from newsletters order by createdAt desc limit 24)
    union all select id from deliveries where newsletterId is null and state = 'failed'
      and kind in ('enquiry', 'welcome', 'confirm', 'unsubscribe'))
  and ${REFUSED_US}
  and case kind
    when 'enquiry' then id = (select max(id) from deliveries where enquiryId = mail.enquiryId)
      and exists (select 1 from enquiries where id = mail.enquiryId and suspected = 0 and answeredAt is null)
    else settledAt > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days') and exists (select 1 from subscribers
      where id = mail.subscriberId and (mail.kind in ('confirm', 'unsubscribe')
        or active = 1 and (mail.kind <> 'newsletter' or json_array_length(refusedNewsletters) < ${MAX_REFUSED})))
  end`

/** Selects mails that wait for a retry after a permanent refusal. The condition on dueAt makes SQLite use the queue's index. */
const WAITING_AFTER_REFUSAL = `select id from deliveries where state = 'pending' and dueAt > '' and attempts > 0 and reason glob '5[0-9][0-9][- ]*'
  and kind`

/** Counts `failed` mails, and `waiting` mails of enquiries, after permanent refusals. SQL without parameters. */
export const COUNT_REFUSED = `select (select count(*) from (${FAILED_BY_REFUSAL})) as failed,
  (select count(*) from (${WAITING_AFTER_REFUSAL} <> 'newsletter' and kind = 'enquiry')) as waiting`

/** How many mails failed because the mail server refused us, and how many mails to the office wait after a refusal. */
export async function countRefused(db: Database): Promise<{ failed: number; waiting: number }> {
  const { rows } = await sql<{ failed: number; waiting: number }>`${sql.raw(COUNT_REFUSED)}`.execute(db)
  return rows[0]!
}

/**
 * What 'Send them again' sends, largest group first: enquiries, other mail (both without a title), and each newsletter by title.
 */
export interface RefusedGroup {
  kind: 'enquiry' | 'newsletter' | 'other'
  title: string | null
  number: number
}

export async function listRefused(db: Database, _tutor: Tutor): Promise<RefusedGroup[]> {
  const { rows } = await sql<RefusedGroup>`
    select case when kind in ('enquiry', 'newsletter') then kind else 'other' end as kind,
      (select title from newsletters where newsletters.id = newsletterId) as title, count(*) as number
    from deliveries where id in (${sql.raw(ALL_REFUSED)}) group by 1, newsletterId`.execute(db)
  return rows.sort((one, other) => other.number - one.number)
}
const ALL_REFUSED = `${FAILED_BY_REFUSAL}
  union all ${WAITING_AFTER_REFUSAL} <> 'newsletter' union all ${WAITING_AFTER_REFUSAL} = 'newsletter'`

/** Makes all mail due now that failed or waits because the mail server refused us. Returns how many. */
export async function sendRefusedAgain(db: Database, tutor: Actor): Promise<number> {
  return db.transaction().execute(async (change) => {
    const { numAffectedRows = 0n } = await sql`
      update deliveries set state = 'pending', attempts = 0, dueAt = ${new Date().toISOString()}, settledAt = null
      where id in (${sql.raw(ALL_REFUSED)})`.execute(change)
    const number = Number(numAffectedRows)
    const title = number === 1 ? '1 email' : `${number} emails`
    if (number > 0) await logActivity(change, tutor, { action: 'sent again', noun: 'sending', title })
    return number
  })
}
