import { formatSomeNames } from '~/domain/accounts/account'
import { Refused } from '~/domain/refused'
import { describeOthers, describePresent, type PresentSession } from '~/domain/week/clashes'
import type { NewWeekSessions } from '~/domain/week/schema'
import { formatWeekdays } from '~/domain/week/weekdays'

const CLASHES_SHOWN = 3

type CopyNumbers = Record<'added' | 'joined', number> & { skipped: readonly PresentSession[] }

const SHARED = 'A change of a session is for everyone in it.'

/**
 * The message after sessions were added: which, how many were there, and what they clash with. Throws Refused, invalid, if everyone has
 * them already.
 */
export function describeAdded(
  { activity, weekdays, from, to }: NewWeekSessions,
  { added, joined, skipped }: CopyNumbers,
  clashes: string[],
) {
  if (added + joined === 0) {
    const present = weekdays.length === 1 ? 'This session is already there.' : 'These sessions are already there.'
    throw new Refused('invalid', [present, ...describeOthers(skipped)].join(' '), { field: 'activity' })
  }
  const more = clashes.length - CLASHES_SHOWN
  const shown = [...clashes.slice(0, CLASHES_SHOWN), ...(more > 0 ? [`And ${more} more`] : [])]
  const sentences = [`${activity}, ${formatWeekdays(weekdays)} ${from} to ${to}`, ...shown].map((one) => `${one}.`)
  if (joined > 0) sentences.push(`${joined === 1 ? 'It was' : 'They were'} there for others: now it is one. ${SHARED}`)
  else if (skipped.length > 0) sentences.push(describePresent(skipped))
  const title = added > 0 ? (added === 1 ? 'Session added' : `${added} sessions added`) : 'Session shared'
  return { title, text: sentences.join(' ') }
}

/** The message after a week was copied. Throws Refused, invalid, for `field` if there was nothing to copy. */
export function describeCopy({ added, joined, skipped }: CopyNumbers, field: string) {
  const copied = added + joined
  if (copied === 0) {
    const number = skipped.length
    const present = number === 1 ? 'The session is already there.' : `All ${number} sessions are already there.`
    const text = [present, ...describeOthers(skipped)].join(' ')
    throw new Refused('invalid', number > 0 ? text : 'This week has no sessions to copy.', { field })
  }
  const shared = joined > 0 ? ` ${SHARED}` : ''
  const text = `${copied} ${copied === 1 ? 'session has' : 'sessions have'} been copied.${shared}`
  return { title: 'Week copied', text: skipped.length > 0 ? `${text} ${describePresent(skipped)}` : text }
}

export function describeUndone({ undone, left }: { undone: number; left: string[] }) {
  const text = `${undone} ${undone === 1 ? 'session is' : 'sessions are'} as before.`
  if (left.length === 0) return { title: 'Undone', text }
  const names = formatSomeNames(left.map((title) => `‘${title}’`))
  return { title: 'Partly undone', text: `${text} Not undone, because it has changed since: ${names}.` }
}
