import { sql } from 'kysely'
import type { Actor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import type { Database } from '~db/schema'

/** A reason that says that a server refused us for good, rather than a recipient, by the codes that app/mail/smtp.server.ts knows. */
const refusedUs = `(reason glob '5[0-9][0-9][- ]*' and (ltrim(substr(reason, 5), '#') glob '5.7.*'
  or ltrim(substr(reason, 5), '#') glob '5.1.[78][^0-9]*' or reason glob '53[0458]*'))`

/**
 * Selects the mails that failed because the mail server refused us, and that still are of use: the last mail of an enquiry that nobody
 * has answered; within 30 days also what went to subscribers. SQL without parameters, for the doctor too.
 */
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

/** What sendRefusedAgain would send now. */
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
    if (number > 0)
      await logActivity(change, tutor, { action: 'sent again', noun: 'sending', recordId: 0, title, studentId: null })
    return number
  })
}
