import type { MailStatus } from '~/domain/deliveries/mail-status.server'
import type { Outcome } from '~/domain/deliveries/outcome'
import { stopwatch } from '~/domain/deliveries/refusals.server'
import { log } from '~/log.server'

interface Known {
  /** How long the rests after trouble are, in milliseconds: longer each time. */
  rests: number[]
  /** The most newsletter mails in flight. */
  atOnce: number
  mailStatus: MailStatus
}

/** What the worker knows of the mail server: whether it works, and how much it takes at a time. */
export function serverHealth({ rests, atOnce, mailStatus }: Known) {
  let isWorking = false
  let acceptedAt = 0
  let troubles = 0
  let restUntil = 0
  let width = 1
  let limit = atOnce + 1
  mailStatus.reportTrouble(null)

  const restLeft = () => restUntil - stopwatch()
  const rest = (length = rests[0] ?? 0) => {
    restUntil = stopwatch() + length
  }

  function trouble({ is, reason, refusesUs }: { is: Outcome['is']; reason: string; refusesUs?: boolean }): void {
    if (width > 1) limit = Math.max(1, Math.floor(width / 2))
    width = 1
    isWorking = false
    const isRefusal = refusesUs === true
    mailStatus.reportTrouble({ reason, isRefusal })
    const length = rests[Math.min(troubles++, rests.length - 1)] ?? 0
    rest(length)
    const details = { outcome: is, reason, rest: length }
    if (isRefusal) log.error(details, 'the mail server refuses our mail: all of it waits')
    else log.warn(details, 'trouble with the mail server')
  }

  return {
    /** How many newsletter mails may be in flight: one more with each that the server takes, so that trouble makes few uncertain. */
    width: () => width,
    /** How many connections the server seems to allow. */
    limit: () => limit,
    works: () => isWorking,
    /** How many more milliseconds of rest there are, or none. */
    restLeft,
    /** Rests as after a first trouble, without telling tutors: the fault is not the mail server's. */
    rest: () => rest(),
    /** Learns from the outcome of an attempt that began at `begun`, next to `others`. With null one mail at a time has to show how the server is. */
    learn(outcome: Outcome | 'reached' | null, { begun = 0, others = 0 } = {}): void {
      if (outcome === 'reached') {
        isWorking = true
        return
      }
      if (outcome?.is === 'sent') acceptedAt = stopwatch()
      // Of several mails that were in flight, the first one in trouble speaks for all.
      if (restLeft() > 0) return
      if (!outcome) width = 1
      else if (outcome.is === 'sent' || outcome.is === 'refused') {
        if (troubles > 0) log.info('the mail server works again')
        troubles = 0
        mailStatus.reportTrouble(null)
        width = Math.min(width + 1, atOnce)
      }
      // A server may take only so many connections: where other mails go through, that is no trouble.
      else if (outcome.is === 'unreachable' && begun > 0 && (others > 0 || acceptedAt > begun))
        limit = Math.max(1, others)
      else trouble(outcome)
    },
    /** Begins with one mail at a time again, whatever was learned. */
    forget(): void {
      isWorking = false
      width = 1
      limit = atOnce + 1
      mailStatus.reportTrouble(null)
    },
  }
}
