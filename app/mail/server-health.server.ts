import type { DeliveryOutcome } from '~/domain/deliveries/outcome'
import { getMonotonicTime } from '~/domain/deliveries/refusals.server'
import type { MailStatus } from '~/domain/deliveries/sending.server'
import { log } from '~/log.server'

interface ServerHealthOptions {
  /** Back-off delays after trouble, in ms, increasing. */
  backoffDelays: number[]
  maxInFlight: number
  mailStatus: MailStatus
}

/** Tracks whether the mail server works and how many mails it takes at a time. */
export function trackServerHealth({ backoffDelays, maxInFlight, mailStatus }: ServerHealthOptions) {
  let isWorking = false
  let acceptedAt = 0
  let failures = 0
  let backoffUntil = 0
  let concurrency = 1
  let connectionLimit = maxInFlight + 1
  mailStatus.reportTrouble(null)

  const getBackoffLeft = () => backoffUntil - getMonotonicTime()
  const backOff = (length = backoffDelays[0] ?? 0) => {
    backoffUntil = getMonotonicTime() + length
  }

  function recordTrouble({
    is,
    reason,
    refusesUs,
  }: {
    is: DeliveryOutcome['is']
    reason: string
    refusesUs?: boolean
  }): void {
    if (concurrency > 1) connectionLimit = Math.max(1, Math.floor(concurrency / 2))
    concurrency = 1
    isWorking = false
    const isRefusal = refusesUs === true
    mailStatus.reportTrouble({ reason, isRefusal })
    const length = backoffDelays[Math.min(failures++, backoffDelays.length - 1)] ?? 0
    backOff(length)
    const details = { outcome: is, reason, rest: length }
    if (isRefusal) log.error(details, 'the mail server refuses our mail; all mail waits')
    else log.warn(details, 'trouble with the mail server')
  }

  return {
    /** How many newsletter mails may be in flight. It grows by one per accepted mail, so that trouble leaves few uncertain. */
    concurrency: () => concurrency,
    connectionLimit: () => connectionLimit,
    isWorkingNow: () => isWorking,
    /** Remaining back-off in ms; zero or less if over. */
    getBackoffLeft,
    /** Backs off as after a first failure, without reporting it: the fault is not the mail server's. */
    backOff: () => backOff(),
    /**
     * Records the outcome of an attempt that began at `startedAt`, next to `others`. Null limits the worker to one mail at a time until the
     * server's state is clear.
     */
    recordOutcome(outcome: DeliveryOutcome | 'reached' | null, { startedAt = 0, others = 0 } = {}): void {
      if (outcome === 'reached') {
        isWorking = true
        return
      }
      if (outcome?.is === 'sent') acceptedAt = getMonotonicTime()
      // If several mails in flight fail, only the first one counts.
      if (getBackoffLeft() > 0) return
      if (!outcome) concurrency = 1
      else if (outcome.is === 'sent' || outcome.is === 'refused') {
        if (failures > 0) log.info('the mail server works again')
        failures = 0
        mailStatus.reportTrouble(null)
        concurrency = Math.min(concurrency + 1, maxInFlight)
      }
      // The server may limit connections: while other mails go through, that is no trouble.
      else if (outcome.is === 'unreachable' && startedAt > 0 && (others > 0 || acceptedAt > startedAt))
        connectionLimit = Math.max(1, others)
      else recordTrouble(outcome)
    },
    /** Forgets everything, and starts with one mail at a time again. */
    reset(): void {
      isWorking = false
      concurrency = 1
      connectionLimit = maxInFlight + 1
      mailStatus.reportTrouble(null)
    },
  }
}
