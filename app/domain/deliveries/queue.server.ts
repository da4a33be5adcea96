import { sql } from 'kysely'
import { countRows } from '~/domain/page.server'
import type { Database, NewRow } from '~db/schema'
import { type Delivery, eraseDeliveryAddresses, NO_REFUSALS, recordRefusal } from './deliveries.server'
import type { DeliveryAttempt, DeliveryOutcome, MailRefusal } from './outcome'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The pauses before each retry of a temporarily refused mail. It fails after the last retry. */
export const RETRY_PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR]

/** Literals, not parameters: SQLite uses the partial indexes of migrations 005 and 014 only then. */
export const isWaitingNewsletter = sql<boolean>`state = 'pending' and kind = 'newsletter'`
const isDueKind = {
  newsletter: isWaitingNewsletter,
  other: sql<boolean>`state = 'pending' and kind <> 'newsletter'`,
}

/** The two queues: newsletters, and all other mail. */
export type MailKind = keyof typeof isDueKind

/** The id of the mail that has been due longest at `now` (milliseconds), in one of the two queues. */
export async function findNextDue(db: Database, mail: MailKind, now: number): Promise<number | undefined> {
  return (await selectDue(db, mail, now).executeTakeFirst())?.id
}

function selectDue(db: Database, mail: MailKind, now: number) {
  return db
    .selectFrom('deliveries')
    .select('id')
    .where(isDueKind[mail])
    .where('dueAt', '<=', new Date(now).toISOString())
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1)
}

/** Marks findNextDue's mail, or the due mail `id`, as in flight. Commit it before sending a byte. Undefined if there is none. */
export async function claimNext(
  change: Database,
  mail: MailKind,
  now: number,
  id?: number,
): Promise<Delivery | undefined> {
  return change
    .updateTable('deliveries')
    .set({ state: 'sending' })
    .where('id', '=', id ?? selectDue(change, mail, now))
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** How many of the due mails are considered for a probe. */
const PROBE_CANDIDATES = 5000

/**
 * A due mail as different as possible from the refused ones: not among `ids`, other mail before newsletters, at none of `domains`.
 */
export async function findNextProbe(db: Database, { ids, domains }: { ids: number[]; domains: string[] }, now: number) {
  const found: { id: number; mail: MailKind; wasRefused: number }[] = []
  for (const mail of ['other', 'newsletter'] as const) {
    const { rows } = await sql<{ id: number; wasRefused: number }>`
      select id, id in (select value from json_each(${JSON.stringify(ids)})) as wasRefused
      from (select id, email from deliveries where ${isDueKind[mail]} and dueAt <= ${toIso(now)} order by dueAt, id limit ${PROBE_CANDIDATES})
      order by wasRefused, ${recipientDomain} in (select value from json_each(${JSON.stringify(domains)})), random()
      limit 1`.execute(db)
    found.push(...rows.map((row) => ({ ...row, mail })))
  }
  return found.find(({ wasRefused }) => !wasRefused) ?? found[0]
}
const recipientDomain = sql`lower(substr(email, instr(email, '@') + 1))`

/** When the longest-waiting mail became or becomes due, as an ISO moment; null if none is waiting. */
export async function findOldestDue(db: Database): Promise<string | null> {
  const first = db.selectFrom('deliveries').select('dueAt').orderBy('dueAt').limit(1)
  const oldest = await Promise.all(Object.values(isDueKind).map((isDue) => first.where(isDue).executeTakeFirst()))
  return oldest.flatMap((row) => row?.dueAt ?? []).sort()[0] ?? null
}

const isInFlight = sql<boolean>`state = 'sending'`

export const countWaitingOfKind = (db: Database, mail: MailKind) =>
  countRows(db.selectFrom('deliveries').where(isDueKind[mail]))

/** How many mails are waiting in both queues. */
export const countWaiting = async (db: Database) =>
  (await countWaitingOfKind(db, 'newsletter')) + (await countWaitingOfKind(db, 'other'))

/** How many mails are in flight; after a crash, their outcome is unknown. */
export const countInFlight = (db: Database) => countRows(db.selectFrom('deliveries').where(isInFlight))

type DeliveryChange = Partial<Pick<NewRow<'deliveries'>, 'state' | 'attempts' | 'dueAt' | 'reason' | 'settledAt'>>

/** A mail's next retry, or its failure after the last one. With `isEndless` it is then retried once a day instead. */
function scheduleRetry(
  { attempts }: Delivery,
  reason: string,
  now: number,
  isEndless = false,
): DeliveryChange & Pick<Delivery, 'state'> {
  const pause = RETRY_PAUSES[attempts] ?? (isEndless ? RETRY_PAUSES.at(-1) : undefined)
  if (pause === undefined) return { state: 'failed', attempts: attempts + 1, reason, settledAt: toIso(now) }
  return { state: 'pending', attempts: attempts + 1, reason, dueAt: toIso(now + pause) }
}
const toIso = (moment: number) => new Date(moment).toISOString()

/** Prefix for failures wrongly blamed on our server: others were accepted after each refusal. */
export const OWN_REFUSAL_PREFIX = 'Refused each time, while others were accepted: '

/** Mails to the office about people who wait for an answer: two copies are better than none. */
const resendableKinds: readonly Delivery['kind'][] = ['enquiry', 'absences']

/** The new columns of a delivery. Mails of `resendableKinds` never become uncertain, and a refusal never fails an enquiry. */
function getDeliveryChange(
  delivery: Delivery,
  outcome: DeliveryOutcome,
  now: number,
): DeliveryChange & Pick<Delivery, 'state'> {
  const isEnquiry = delivery.kind === 'enquiry'
  const attempts = delivery.attempts + 1
  switch (outcome.is) {
    case 'sent':
      return { state: 'sent', attempts, reason: null, settledAt: toIso(now) }
    case 'refused':
      if (outcome.isPermanent && !outcome.isAboutUs && !isEnquiry)
        return { state: 'failed', attempts, reason: outcome.reason, settledAt: toIso(now) }
      return withOwnRefusalReason(scheduleRetry(delivery, outcome.reason, now, isEnquiry), outcome)
    case 'uncertain':
      if (resendableKinds.includes(delivery.kind)) return scheduleRetry(delivery, outcome.reason, now)
      return { state: 'uncertain', attempts, reason: outcome.reason, settledAt: toIso(now) }
    case 'interrupted':
      return scheduleRetry(delivery, outcome.reason, now, isEnquiry)
    case 'unreachable':
      return { state: 'pending', reason: outcome.reason }
  }
}

const withOwnRefusalReason = <Changed extends DeliveryChange>(
  change: Changed,
  { isAboutUs, reason }: MailRefusal,
): Changed => (change.state === 'failed' && isAboutUs ? { ...change, reason: OWN_REFUSAL_PREFIX + reason } : change)

/**
 * Saves the outcome of a mail in the state `from`, and marks or clears bounces of its address. Returns the result of the attempt.
 */
export async function storeOutcome(
  change: Database,
  delivery: Delivery,
  outcome: DeliveryOutcome,
  now: number,
  from: 'sending' | 'pending' = 'sending',
): Promise<DeliveryAttempt> {
  const changed = getDeliveryChange(delivery, outcome, now)
  const { state } = changed
  const mail = change.updateTable('deliveries').where('id', '=', delivery.id).where('state', '=', from)
  const { numUpdatedRows } = await mail.set(changed).executeTakeFirstOrThrow()
  // The server's reason may contain an address that was erased while the mail was in flight.
  if (changed.reason)
    await eraseDeliveryAddresses(change, ({ and, eb }) =>
      and([eb('id', '=', delivery.id), eb('erasedAt', 'is not', null)]),
    )
  if (delivery.subscriberId !== null && numUpdatedRows > 0n) {
    const subscriber = change.updateTable('subscribers').where('id', '=', delivery.subscriberId)
    if (outcome.is === 'sent')
      await subscriber
        .set(NO_REFUSALS)
        .where(({ eb, or }) => or([eb('bouncedAt', 'is not', null), eb('refusedNewsletters', '<>', '[]')]))
        .execute()
    if (outcome.is === 'refused' && outcome.isUnknownRecipient)
      await recordRefusal(change, delivery, { bouncedAt: toIso(now), bounceReason: outcome.reason })
  }
  return { kind: delivery.kind, outcome: state === 'pending' || state === 'sending' ? 'waiting' : state }
}

export async function failDelivery(
  change: Database,
  { id, kind }: Delivery,
  reason: string,
  now: number,
): Promise<DeliveryAttempt> {
  const failed = change.updateTable('deliveries').set({ state: 'failed', reason, settledAt: toIso(now) })
  await failed.where('id', '=', id).where('state', '=', 'sending').execute()
  return { kind, outcome: 'failed' }
}

/**
 * Call this only while no mail can be in flight. Mails in that state were interrupted by a crash and may have arrived. They become
 * uncertain and are never resent automatically, except `resendableKinds`. A mail interrupted before may be what crashes the
 * website, so it waits longer each time, like a refused mail, and fails after the last retry.
 */
export async function resolveInterrupted(db: Database, now: number): Promise<void> {
  const reason = 'The website stopped while this email was being sent.'
  await db.transaction().execute(async (change) => {
    const inFlight = change.updateTable('deliveries').where(isInFlight)
    const interrupted = change.selectFrom('deliveries').selectAll().where(isInFlight)
    for (const delivery of await interrupted.where('kind', 'in', resendableKinds).execute()) {
      const again = { state: 'pending', attempts: 1, reason } as const
      const next = delivery.attempts === 0 ? again : scheduleRetry(delivery, reason, now)
      await inFlight.set(next).where('id', '=', delivery.id).execute()
    }
    const uncertain = { state: 'uncertain', reason, settledAt: toIso(now) } as const
    await inFlight.set(({ eb }) => ({ ...uncertain, attempts: eb('attempts', '+', 1) })).execute()
  })
}

const DAY = 24 * HOUR
/** How long a mail may wait if it can't be sent. Later ones would confuse readers, and their links would no longer work. */
const MAX_WAITS = { soon: 7 * DAY, other: 30 * DAY }
export const OUTDATED = 'It waited too long, so it was not sent.'

/** Removes waiting mails of a kind, except newsletters. Returns whether there were any. */
export async function dropWaiting(change: Database, kind: Exclude<Delivery['kind'], 'newsletter'>): Promise<boolean> {
  const waiting = change
    .deleteFrom('deliveries')
    .where(isDueKind.other)
    .where('dueAt', '>', '')
    .where('kind', '=', kind)
  return (await waiting.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

/** SQL condition: whether a mail is out of date at `now`. An enquiry's mail is not until the enquiry is answered. */
const createOutdatedCondition = (now: number) => sql<boolean>`
  dueAt < case when kind in ('welcome', 'confirm', 'test') then ${toIso(now - MAX_WAITS.soon)} else ${toIso(now - MAX_WAITS.other)} end
  and (kind <> 'enquiry' or exists (select 1 from enquiries where enquiries.id = enquiryId and answeredAt is not null))`

/** Whether a mail has waited too long to be sent. */
export async function isOutdated(db: Database, { id, dueAt }: Delivery, now: number): Promise<boolean> {
  if (dueAt >= toIso(now - MAX_WAITS.soon)) return false
  const mail = db.selectFrom('deliveries').select('id').where('id', '=', id).where(createOutdatedCondition(now))
  return (await mail.executeTakeFirst()) !== undefined
}

/** Fails mails that have waited too long, which starts their retention period. Returns how many. */
export async function failOutdated(change: Database, now: number): Promise<number> {
  let failedCount = 0
  for (const isDue of Object.values(isDueKind)) {
    const waiting = change
      .updateTable('deliveries')
      .where(isDue)
      .where('dueAt', '<', toIso(now - MAX_WAITS.soon))
    const failed = waiting
      .where(createOutdatedCondition(now))
      .set({ state: 'failed', reason: OUTDATED, settledAt: toIso(now) })
    failedCount += Number((await failed.executeTakeFirstOrThrow()).numUpdatedRows)
  }
  return failedCount
}

/** After the clock was set back: no mail waits longer than the `hold` of a newsletter (milliseconds) or its next retry. */
export async function bringForward(db: Database, { now, hold }: { now: number; hold: number }): Promise<void> {
  await db.transaction().execute(async (change) => {
    for (const mail of Object.keys(isDueKind) as MailKind[])
      for (const [attempts, longest] of [mail === 'newsletter' ? hold : 0, ...RETRY_PAUSES].entries())
        await change
          .updateTable('deliveries')
          .set({ dueAt: toIso(now + longest) })
          .where(isDueKind[mail])
          .where('attempts', '=', attempts)
          .where('dueAt', '>', toIso(now + longest))
          .execute()
  })
}

/**
 * Erases the addresses of newsletter mails finished before a moment, within a transaction. Enquiries' mails go only to the office.
 * Returns how many.
 */
export function eraseOldAddresses(change: Database, before: string): Promise<number> {
  return eraseDeliveryAddresses(change, ({ and, eb }) =>
    and([eb('kind', '=', 'newsletter'), eb('settledAt', '<', before), eb('erasedAt', 'is', null)]),
  )
}
