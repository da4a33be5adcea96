import { sql } from 'kysely'
import { countRowsOf } from '~/domain/page.server'
import type { Database, NewRow } from '~db/schema'
import { type Delivery, eraseDeliveryAddresses } from './deliveries.server'
import type { DeliveryAttempt, DeliveryOutcome, MailRefusal } from './outcome'

const minute = 60_000
const hour = 60 * minute
/** The pauses before each retry of a mail that was refused for now. After the last retry it has failed. */
export const RETRY_PAUSES = [minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, 24 * hour]

/** Literals, not parameters: only then does SQLite use the partial indexes of migrations 005 and 014. */
export const isWaitingNewsletter = sql<boolean>`state = 'pending' and kind = 'newsletter'`
const due = {
  newsletter: isWaitingNewsletter,
  other: sql<boolean>`state = 'pending' and kind <> 'newsletter'`,
}

/** Which mail: newsletters, or all other. */
export type MailKind = keyof typeof due

/** The id of the mail that has been due the longest at `now` (milliseconds), among newsletters or among all other mail. */
export async function findNextDue(db: Database, mail: MailKind, now: number): Promise<number | undefined> {
  return (await dueQuery(db, mail, now).executeTakeFirst())?.id
}

function dueQuery(db: Database, mail: MailKind, now: number) {
  return db
    .selectFrom('deliveries')
    .select('id')
    .where(due[mail])
    .where('dueAt', '<=', new Date(now).toISOString())
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1)
}

/** Marks findNextDue's mail, or the due mail `id`, as in flight. To be committed before a byte of it is sent; undefined for none. */
export async function claimNext(
  change: Database,
  mail: MailKind,
  now: number,
  id?: number,
): Promise<Delivery | undefined> {
  return change
    .updateTable('deliveries')
    .set({ state: 'sending' })
    .where('id', '=', id ?? dueQuery(change, mail, now))
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** So many of the mails that are due are looked through for a probe. */
const LOOKED_THROUGH = 5000

/** A due mail as unlike those refused as there is: others before `ids`, other mail before newsletters, at none of `domains`. */
export async function findNextProbe(db: Database, { ids, domains }: { ids: number[]; domains: string[] }, now: number) {
  const found: { id: number; mail: MailKind; wasRefused: number }[] = []
  for (const mail of ['other', 'newsletter'] as const) {
    const { rows } = await sql<{ id: number; wasRefused: number }>`
      select id, id in (select value from json_each(${JSON.stringify(ids)})) as wasRefused
      from (select id, email from deliveries where ${due[mail]} and dueAt <= ${at(now)} order by dueAt, id limit ${LOOKED_THROUGH})
      order by wasRefused, ${domainOf} in (select value from json_each(${JSON.stringify(domains)})), random()
      limit 1`.execute(db)
    found.push(...rows.map((row) => ({ ...row, mail })))
  }
  return found.find(({ wasRefused }) => !wasRefused) ?? found[0]
}
const domainOf = sql`lower(substr(email, instr(email, '@') + 1))`

/** Since when the mail that has been due the longest is, as an ISO moment, which may be yet to come; null with no mail waiting. */
export async function findOldestDue(db: Database): Promise<string | null> {
  const first = db.selectFrom('deliveries').select('dueAt').orderBy('dueAt').limit(1)
  const oldest = await Promise.all(Object.values(due).map((isDue) => first.where(isDue).executeTakeFirst()))
  return oldest.flatMap((row) => row?.dueAt ?? []).sort()[0] ?? null
}

const isInFlight = sql<boolean>`state = 'sending'`

export const selectWaiting = (db: Database, mail: MailKind) => countRowsOf(db.selectFrom('deliveries').where(due[mail]))

/** How many mails wait, newsletters and all other. */
export const countWaiting = async (db: Database) =>
  (await selectWaiting(db, 'newsletter')) + (await selectWaiting(db, 'other'))

/** How many mails are on their way: after a stop, those whose outcome is not known. */
export const countInFlight = (db: Database) => countRowsOf(db.selectFrom('deliveries').where(isInFlight))

type Change = Partial<Pick<NewRow<'deliveries'>, 'state' | 'attempts' | 'dueAt' | 'reason' | 'settledAt'>>

/** A mail that waits for its next retry, or has failed after the last; with `forEver` it is tried once a day then. */
function later({ attempts }: Delivery, reason: string, now: number, forEver = false): Change & Pick<Delivery, 'state'> {
  const pause = RETRY_PAUSES[attempts] ?? (forEver ? RETRY_PAUSES.at(-1) : undefined)
  if (pause === undefined) return { state: 'failed', attempts: attempts + 1, reason, settledAt: at(now) }
  return { state: 'pending', attempts: attempts + 1, reason, dueAt: at(now + pause) }
}
const at = (moment: number) => new Date(moment).toISOString()

/** Begins the reason of a mail that failed though its refusals seemed to be about us: others were accepted after each of them. */
export const OWN_REFUSAL_PREFIX = 'Refused each time, while others were accepted: '

/** Mails to the office about people who are waiting: rather twice than never. */
const ratherTwice: readonly Delivery['kind'][] = ['enquiry', 'absences']

/** The new columns of a delivery. Those of `ratherTwice` never become uncertain, and an enquiry never fails by a refusal. */
function changeFor(delivery: Delivery, outcome: DeliveryOutcome, now: number): Change & Pick<Delivery, 'state'> {
  const isEnquiry = delivery.kind === 'enquiry'
  const attempts = delivery.attempts + 1
  switch (outcome.is) {
    case 'sent':
      return { state: 'sent', attempts, reason: null, settledAt: at(now) }
    case 'refused':
      if (outcome.forGood && !outcome.aboutUs && !isEnquiry)
        return { state: 'failed', attempts, reason: outcome.reason, settledAt: at(now) }
      return refusedLater(later(delivery, outcome.reason, now, isEnquiry), outcome)
    case 'uncertain':
      if (ratherTwice.includes(delivery.kind)) return later(delivery, outcome.reason, now)
      return { state: 'uncertain', attempts, reason: outcome.reason, settledAt: at(now) }
    case 'interrupted':
      return later(delivery, outcome.reason, now, isEnquiry)
    case 'unreachable':
      return { state: 'pending', reason: outcome.reason }
  }
}

const refusedLater = <Changed extends Change>(change: Changed, { aboutUs, reason }: MailRefusal): Changed =>
  change.state === 'failed' && aboutUs ? { ...change, reason: OWN_REFUSAL_PREFIX + reason } : change

/** Stores the outcome of a mail in the state `from`, and whether its address is good. Returns what the attempt came to. */
export async function storeOutcome(
  change: Database,
  delivery: Delivery,
  outcome: DeliveryOutcome,
  now: number,
  from: 'sending' | 'pending' = 'sending',
): Promise<DeliveryAttempt> {
  const changed = changeFor(delivery, outcome, now)
  const { state } = changed
  const mail = change.updateTable('deliveries').where('id', '=', delivery.id).where('state', '=', from)
  const { numUpdatedRows } = await mail.set(changed).executeTakeFirstOrThrow()
  // A mail server's reason may name an address that was erased while its mail was in flight.
  if (changed.reason)
    await eraseDeliveryAddresses(change, ({ and, eb }) =>
      and([eb('id', '=', delivery.id), eb('erasedAt', 'is not', null)]),
    )
  if (delivery.subscriberId !== null && numUpdatedRows > 0n) {
    const subscriber = change.updateTable('subscribers').where('id', '=', delivery.subscriberId)
    if (outcome.is === 'sent')
      await subscriber.set({ bouncedAt: null, bounceReason: null }).where('bouncedAt', 'is not', null).execute()
    if (outcome.is === 'refused' && outcome.unknownRecipient)
      await subscriber.set({ bouncedAt: at(now), bounceReason: outcome.reason }).execute()
  }
  return { kind: delivery.kind, outcome: state === 'pending' || state === 'sending' ? 'waiting' : state }
}

export async function failDelivery(
  change: Database,
  { id, kind }: Delivery,
  reason: string,
  now: number,
): Promise<DeliveryAttempt> {
  const failed = change.updateTable('deliveries').set({ state: 'failed', reason, settledAt: at(now) })
  await failed.where('id', '=', id).where('state', '=', 'sending').execute()
  return { kind, outcome: 'failed' }
}

/**
 * Only while no mail can be in flight: mails marked so were interrupted by a crash and may have arrived. They become uncertain and
 * are never resent automatically, except those of `ratherTwice`. One that was interrupted before may be what stops the website, and
 * waits as a refused mail does: longer each time, until it has failed.
 */
export async function resolveInterrupted(db: Database, now: number): Promise<void> {
  const reason = 'The website stopped while this email was being sent.'
  await db.transaction().execute(async (change) => {
    const inFlight = change.updateTable('deliveries').where(isInFlight)
    const interrupted = change.selectFrom('deliveries').selectAll().where(isInFlight)
    for (const delivery of await interrupted.where('kind', 'in', ratherTwice).execute()) {
      const again = { state: 'pending', attempts: 1, reason } as const
      const next = delivery.attempts === 0 ? again : later(delivery, reason, now)
      await inFlight.set(next).where('id', '=', delivery.id).execute()
    }
    const uncertain = { state: 'uncertain', reason, settledAt: at(now) } as const
    await inFlight.set(({ eb }) => ({ ...uncertain, attempts: eb('attempts', '+', 1) })).execute()
  })
}

const day = 24 * hour
/** For so long a mail may wait where mail is not set up or does not leave. Later it would confuse: a link to confirm must still work then. */
const LONGEST_WAITS = { soon: 7 * day, other: 30 * day }
export const OUTDATED = 'It waited too long, so it was not sent.'

/** Removes waiting mails of a kind, except newsletters. Returns whether there were any. */
export async function dropWaiting(change: Database, kind: Exclude<Delivery['kind'], 'newsletter'>): Promise<boolean> {
  const waiting = change.deleteFrom('deliveries').where(due.other).where('dueAt', '>', '').where('kind', '=', kind)
  return (await waiting.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

/** Selects what is out of date at `now`. An enquiry is not until it is answered. */
const outdatedAt = (now: number) => sql<boolean>`
  dueAt < case when kind in ('welcome', 'confirm', 'test') then ${at(now - LONGEST_WAITS.soon)} else ${at(now - LONGEST_WAITS.other)} end
  and (kind <> 'enquiry' or exists (select 1 from enquiries where enquiries.id = enquiryId and answeredAt is not null))`

/** Whether a mail has waited too long to be sent. */
export async function isOutdated(db: Database, { id, dueAt }: Delivery, now: number): Promise<boolean> {
  if (dueAt >= at(now - LONGEST_WAITS.soon)) return false
  const mail = db.selectFrom('deliveries').select('id').where('id', '=', id).where(outdatedAt(now))
  return (await mail.executeTakeFirst()) !== undefined
}

/** Makes mails fail that have waited too long, so that their terms begin. Returns how many. */
export async function failOutdated(change: Database, now: number): Promise<number> {
  let input = 0
  for (const isDue of Object.values(due)) {
    const waiting = change
      .updateTable('deliveries')
      .where(isDue)
      .where('dueAt', '<', at(now - LONGEST_WAITS.soon))
    const failed = waiting.where(outdatedAt(now)).set({ state: 'failed', reason: OUTDATED, settledAt: at(now) })
    input += Number((await failed.executeTakeFirstOrThrow()).numUpdatedRows)
  }
  return input
}

/** When the clock was put back: makes no mail wait longer than the `hold` of a newsletter (milliseconds) or its next retry. */
export async function bringForward(db: Database, { now, hold }: { now: number; hold: number }): Promise<void> {
  await db.transaction().execute(async (change) => {
    for (const mail of Object.keys(due) as MailKind[])
      for (const [attempts, longest] of [mail === 'newsletter' ? hold : 0, ...RETRY_PAUSES].entries())
        await change
          .updateTable('deliveries')
          .set({ dueAt: at(now + longest) })
          .where(due[mail])
          .where('attempts', '=', attempts)
          .where('dueAt', '>', at(now + longest))
          .execute()
  })
}

/** Erases, within a transaction, the addresses of newsletter mails settled before a moment. An enquiry's mail goes to the office alone. Returns how many. */
export function eraseOldAddresses(change: Database, before: string): Promise<number> {
  return eraseDeliveryAddresses(change, ({ and, eb }) =>
    and([eb('kind', '=', 'newsletter'), eb('settledAt', '<', before), eb('erasedAt', 'is', null)]),
  )
}
