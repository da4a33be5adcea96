import type { Database } from '~db/schema'
import type { Delivery } from './deliveries.server'
import type { DeliveryAttempt, DeliveryOutcome, MailRefusal } from './outcome'
import { storeOutcome } from './queue.server'

/** Milliseconds that only ever grow: a rest must not last an hour longer because the clock was put back by one. */
export const getMonotonicTime = () => performance.now()

/** So many different recipients refused in a row cast doubt on the server, whatever it says. */
const IN_A_ROW = 3
/** So many refusals are remembered; a server that refuses all mail for days is asked every five minutes. */
const REMEMBERED = 1000

/** What the outcome of one mail means, for it and for those refused before. */
export interface Verdict {
  /** What is to be stored of the mail. */
  outcome: DeliveryOutcome
  /** What it says of the server; null while that is open. */
  ofServer: DeliveryOutcome | null
  /** Mails that have waited since they were refused: that was their own. */
  own?: Refused[]
  /** Mails that count as failed, but not by their own fault. */
  takenBack?: Delivery[]
}

interface Refused {
  delivery: Delivery
  outcome: MailRefusal
  at: number
  /** Whether the mail waits for what the refusal means; else it has failed. */
  isHeld: boolean
}

/**
 * Tells apart whom a refusal for good is about. An address that is unknown has failed at once. But words about us, or several recipients
 * refused in a row, may concern all mail: then one mail at a time is sent, as unlike those refused as there is. If it is accepted, the
 * refusals were the recipients' own: what was about us is tried again as after a refusal for now, and fails after the last try. If it is
 * refused as well, the server refuses us: all mail waits, what failed in this row too, and probes go on, with rests between them.
 */
export function createRefusalTracker() {
  let row: Refused[] = []
  let refusesAll = false
  let doubtSince: number | undefined

  const recipients = () => new Set(row.map(({ delivery }) => delivery.email)).size
  const areInDoubt = () => refusesAll || recipients() >= IN_A_ROW || row.some(({ outcome }) => outcome.aboutUs)
  const unlessInDoubt = (outcome: DeliveryOutcome): Verdict => ({ outcome, ofServer: areInDoubt() ? null : outcome })

  /** Only what was sent after a refusal shows that the refusal was not about all. */
  function accepted(outcome: DeliveryOutcome, started: number): Verdict {
    const own = row.filter(({ at, isHeld }) => at < started && isHeld)
    row = row.filter(({ at }) => at >= started)
    refusesAll = false
    doubtSince = areInDoubt() ? getMonotonicTime() : undefined
    return { outcome, ofServer: outcome, own }
  }

  function refusedForGood(delivery: Delivery, outcome: MailRefusal, started: number): Verdict {
    if (!refusesAll && isRepeated(delivery, outcome)) return unlessInDoubt(outcome)
    const isProbe = doubtSince !== undefined && started >= doubtSince
    const at = getMonotonicTime()
    row = [...row, { delivery, outcome, at, isHeld: outcome.aboutUs || refusesAll }].slice(-REMEMBERED)
    if (isProbe && (outcome.aboutUs || recipients() > IN_A_ROW)) refusesAll = true
    if (areInDoubt()) doubtSince ??= at
    const waits = waitsFor(outcome)
    if (!refusesAll) return outcome.aboutUs ? { outcome: waits, ofServer: null } : unlessInDoubt(outcome)
    const failed = row.filter(({ isHeld }) => !isHeld).map(({ delivery }) => delivery)
    for (const one of row) one.isHeld = true
    return { outcome: waits, ofServer: waits, takenBack: failed.filter(({ id }) => id !== delivery.id) }
  }

  return {
    /** Whether the next mail has to be a probe, alone on its way. */
    areInDoubt,
    /** What a probe should not be like: the ids and domains of those refused. */
    refused: () => ({
      ids: row.map(({ delivery }) => delivery.id),
      domains: [...new Set(row.map(({ delivery }) => delivery.email.split('@').at(-1)!.toLowerCase()))],
    }),
    /** Judges how a mail went whose sending began at `begun` (stopwatch). */
    after: (delivery: Delivery, outcome: DeliveryOutcome, started: number): Verdict => {
      if (outcome.is === 'sent') return accepted(outcome, started)
      if (outcome.is !== 'refused') return { outcome, ofServer: outcome }
      if (outcome.forGood) return refusedForGood(delivery, outcome, started)
      // A refusal for now says nothing of whether we are refused for good.
      return refusesAll ? { outcome, ofServer: waitsFor(outcome) } : unlessInDoubt(outcome)
    },
  }
}

/** Codes for an address or mailbox (RFC 3463). */
const aboutAddress = /^\d{3}[ -]#?5\.[12]\./

/** Whether an address is refused for the second time, with others accepted in between: only then has it been retried. */
const isRepeated = ({ attempts, reason }: Delivery, refusal: MailRefusal) =>
  attempts > 0 && !refusal.aboutUs && aboutAddress.test(refusal.reason) && aboutAddress.test(reason ?? '')

const waitsFor = ({ reason }: MailRefusal): DeliveryOutcome => ({ is: 'unreachable', refusesUs: true, reason })

/** Stores that a refusal was the own of a mail that has waited since: it gets its retries, unless its address is refused again. */
async function settleHeld(change: Database, delivery: Delivery, refusal: MailRefusal, now: number): Promise<void> {
  const isPatient = refusal.aboutUs || delivery.attempts === 0
  const outcome = isPatient ? { ...refusal, aboutUs: true, unknownRecipient: false } : refusal
  await storeOutcome(change, delivery, outcome, now, 'pending')
}

/** Makes failed mails wait again as they were before their last try, and their addresses good ones. */
async function takeBack(change: Database, deliveries: Delivery[]): Promise<void> {
  for (const { id, attempts, subscriberId } of deliveries) {
    const failed = change.updateTable('deliveries').where('id', '=', id).where('state', '=', 'failed')
    const again = failed.set({ state: 'pending', attempts, settledAt: null })
    const { numUpdatedRows } = await again.executeTakeFirstOrThrow()
    const good = change.updateTable('subscribers').set({ bouncedAt: null, bounceReason: null })
    if (numUpdatedRows > 0n && subscriberId !== null) await good.where('id', '=', subscriberId).execute()
  }
}

/** Stores a verdict in one transaction. Returns what the attempt came to. */
export async function storeVerdict(
  change: Database,
  delivery: Delivery,
  verdict: Verdict,
  now: number,
): Promise<DeliveryAttempt> {
  const { outcome, own = [], takenBack = [] } = verdict
  const tried = await storeOutcome(change, delivery, outcome, now)
  for (const { delivery, outcome } of own) await settleHeld(change, delivery, outcome, now)
  await takeBack(change, takenBack)
  return tried
}
