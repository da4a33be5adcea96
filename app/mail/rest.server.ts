import type { Outcome } from '~/domain/deliveries/outcome'
import { reportTrouble } from '~/domain/deliveries/trouble.server'
import { log } from '~/log.server'

/** How the mail server is left alone after trouble, which concerns all mail alike. */
export interface Rest {
  /** Takes note of how a mail went. Returns whether there was trouble. */
  after: (outcome: Outcome) => boolean
  /** Rests as after a first trouble, without telling tutors: the fault is not the mail server's. */
  begin: () => void
  /** For how many milliseconds there still is to be rest. */
  left: () => number
}

/** Milliseconds that only ever grow: a rest must not last an hour longer because the clock was put back by one. */
export const stopwatch = () => performance.now()

/** Rests last as long as `lengths` says, in milliseconds: longer each time, until a mail is accepted or clearly refused. */
export function restsOf(lengths: number[]): Rest {
  let troubles = 0
  let until = 0
  const left = () => Math.max(0, until - stopwatch())
  const begin = (length = lengths[0] ?? 0) => {
    until = stopwatch() + length
  }
  return {
    left,
    begin: () => begin(),
    after: (outcome) => {
      const isTrouble = outcome.is !== 'sent' && outcome.is !== 'refused'
      // Of several mails that were under way, the first one in trouble speaks for all.
      if (left() > 0) return isTrouble
      if (!isTrouble) {
        if (troubles > 0) log.info('the mail server works again')
        troubles = 0
        reportTrouble(null)
        return false
      }
      const { reason } = outcome
      const isRefusal = outcome.is === 'unreachable' && outcome.refusesUs
      reportTrouble({ reason, isRefusal })
      const rest = lengths[Math.min(troubles, lengths.length - 1)] ?? 0
      troubles++
      begin(rest)
      const details = { outcome: outcome.is, reason, rest }
      if (isRefusal) log.error(details, 'the mail server refuses our mail: all of it waits')
      else log.warn(details, 'trouble with the mail server')
      return true
    },
  }
}
