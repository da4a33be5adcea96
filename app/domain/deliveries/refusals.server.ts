import type { Database } from '~db/schema'
import { type Delivery, removeRefusal } from './deliveries.server'
import type { DeliveryAttempt, DeliveryOutcome, MailRefusal } from './outcome'
import { storeOutcome } from './queue.server'

/** Monotonic milliseconds: setting the clock back an hour must not lengthen a pause by an hour. */
export const getMonotonicTime = () => performance.now()

/** This many different recipients refused in a row cast doubt on the server, whatever its reason. */
const DOUBT_THRESHOLD = 3
/** The most refusals to remember: a server that refuses all mail is probed every five minutes, possibly for days. */
const MAX_REMEMBERED = 1000

/** What a mail's outcome means, for itself and for the mails refused before it. */
export interface Verdict {
  /** The outcome to save for the mail. */
  outcome: DeliveryOutcome
  /** What it says about the server; null while that is unclear. */
  ofServer: DeliveryOutcome | null
  /** Waiting mails whose refusals turn out to be their own. */
  ownRefusals?: RefusedDelivery[]
  /** Mails that failed through no fault of their own. */
  requeued?: Delivery[]
}

interface RefusedDelivery {
  delivery: Delivery
  outcome: MailRefusal
  at: number
  /** Whether the mail waits for the verdict; otherwise it has failed. */
  isHeld: boolean
}

/**
 * Decides whether a permanent refusal is about the recipient or about us. A mail to an unknown address fails at once. But a reason
 * about us, or several recipients refused in a row, may affect all mail: then one mail at a time is sent as a probe, as different
 * as possible from the refused ones. If the server accepts it, the refusals were the recipients' own: mails refused because of us
 * are retried as after a temporary refusal, and fail after the last retry. If it refuses the probe too, the server refuses us: all
 * mail waits, including what failed in this row, and probes continue with pauses.
 */
export function createRefusalTracker() {
  let row: RefusedDelivery[] = []
  let refusesAll = false
  let doubtSince: number | undefined

  const countRecipients = () => new Set(row.map(({ delivery }) => delivery.email)).size
  const areInDoubt = () =>
    refusesAll || countRecipients() >= DOUBT_THRESHOLD || row.some(({ outcome }) => outcome.isAboutUs)
  const judgeUnlessInDoubt = (outcome: DeliveryOutcome): Verdict => ({
    outcome,
    ofServer: areInDoubt() ? null : outcome,
  })

  /** Only a mail sent after a refusal shows that the refusal was not about all mail. */
  function judgeAccepted(outcome: DeliveryOutcome, started: number): Verdict {
    const own = row.filter(({ at, isHeld }) => at < started && isHeld)
    row = row.filter(({ at }) => at >= started)
    refusesAll = false
    doubtSince = areInDoubt() ? getMonotonicTime() : undefined
    return { outcome, ofServer: outcome, ownRefusals: own }
  }

  function judgePermanentRefusal(delivery: Delivery, outcome: MailRefusal, started: number): Verdict {
    if (!refusesAll && isRepeated(delivery, outcome)) return judgeUnlessInDoubt(outcome)
    const isProbe = doubtSince !== undefined && started >= doubtSince
    const at = getMonotonicTime()
    row = [...row, { delivery, outcome, at, isHeld: outcome.isAboutUs || refusesAll }].slice(-MAX_REMEMBERED)
    if (isProbe && (outcome.isAboutUs || countRecipients() > DOUBT_THRESHOLD)) refusesAll = true
    if (areInDoubt()) doubtSince ??= at
    const waits = toUnreachable(outcome)
    if (!refusesAll) return outcome.isAboutUs ? { outcome: waits, ofServer: null } : judgeUnlessInDoubt(outcome)
    const failed = row.filter(({ isHeld }) => !isHeld).map(({ delivery }) => delivery)
    for (const one of row) one.isHeld = true
    return { outcome: waits, ofServer: waits, requeued: failed.filter(({ id }) => id !== delivery.id) }
  }

  return {
    /** Whether the next mail must be a probe, sent alone. */
    areInDoubt,
    /** What a probe should avoid: the ids and domains of refused mails. */
    refused: () => ({
      ids: row.map(({ delivery }) => delivery.id),
      domains: [...new Set(row.map(({ delivery }) => delivery.email.split('@').at(-1)!.toLowerCase()))],
    }),
    /** Judges the outcome of a mail whose sending began at `started` (getMonotonicTime). */
    after: (delivery: Delivery, outcome: DeliveryOutcome, started: number): Verdict => {
      if (outcome.is === 'sent') return judgeAccepted(outcome, started)
      if (outcome.is !== 'refused') return { outcome, ofServer: outcome }
      if (outcome.isPermanent) return judgePermanentRefusal(delivery, outcome, started)
      // A temporary refusal does not show whether the server permanently refuses us.
      return refusesAll ? { outcome, ofServer: toUnreachable(outcome) } : judgeUnlessInDoubt(outcome)
    },
  }
}

/** Codes for an address or mailbox (RFC 3463). */
const ADDRESS_REFUSAL = /^\d{3}[ -]#?5\.[12]\./

/** True for the second refusal of an address. It was retried only because the server had accepted other mails in between. */
const isRepeated = ({ attempts, reason }: Delivery, refusal: MailRefusal) =>
  attempts > 0 && !refusal.isAboutUs && ADDRESS_REFUSAL.test(refusal.reason) && ADDRESS_REFUSAL.test(reason ?? '')

const toUnreachable = ({ reason }: MailRefusal): DeliveryOutcome => ({ is: 'unreachable', refusesUs: true, reason })

/** Saves a refusal as a waiting mail's own: the mail gets its retries, unless its address was refused again. */
async function storeHeldRefusal(
  change: Database,
  delivery: Delivery,
  refusal: MailRefusal,
  now: number,
): Promise<void> {
  const isPatient = refusal.isAboutUs || delivery.attempts === 0
  const outcome = isPatient ? { ...refusal, isAboutUs: true, isUnknownRecipient: false } : refusal
  await storeOutcome(change, delivery, outcome, now, 'pending')
}

/** Returns failed mails to the queue as they were before their last attempt, and clears their bounces. */
async function requeueFailed(change: Database, deliveries: Delivery[]): Promise<void> {
  for (const delivery of deliveries) {
    const { id, attempts, subscriberId } = delivery
    const failed = change.updateTable('deliveries').where('id', '=', id).where('state', '=', 'failed')
    const again = failed.set({ state: 'pending', attempts, settledAt: null })
    const { numUpdatedRows } = await again.executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n && subscriberId !== null) await removeRefusal(change, delivery)
  }
}

/** Saves a verdict in one transaction. Returns the result of the attempt. */
export async function storeVerdict(
  change: Database,
  delivery: Delivery,
  verdict: Verdict,
  now: number,
): Promise<DeliveryAttempt> {
  const { outcome, ownRefusals = [], requeued = [] } = verdict
  const attempt = await storeOutcome(change, delivery, outcome, now)
  for (const { delivery, outcome } of ownRefusals) await storeHeldRefusal(change, delivery, outcome, now)
  await requeueFailed(change, requeued)
  return attempt
}
