import { Refused } from '~/domain/refused'
import type { NewWeekSessions } from '~/domain/week/schema'
import { formatWeekdays } from '~/domain/week/weekdays'

const CLASHES_SHOWN = 3

/** The message after sessions were added: which, and what they clash with. */
export function describeAdded({ activity, weekdays, from, to }: NewWeekSessions, clashes: string[]) {
  const more = clashes.length - CLASHES_SHOWN
  const shown = [...clashes.slice(0, CLASHES_SHOWN), ...(more > 0 ? [`And ${more} more`] : [])]
  return {
    title: weekdays.length === 1 ? 'Session added' : `${weekdays.length} sessions added`,
    text: [`${activity}, ${formatWeekdays(weekdays)} ${from} to ${to}`, ...shown].map((one) => `${one}.`).join(' '),
  }
}

/** The message after a week was copied. Throws Refused, 400, for `field` if there was nothing to copy. */
export function describeCopy(
  { added, joined, skipped }: Record<'added' | 'joined' | 'skipped', number>,
  field: string,
) {
  const copied = added + joined
  if (copied === 0) {
    const present = skipped === 1 ? 'The session is already there.' : `All ${skipped} sessions are already there.`
    throw new Refused(400, skipped > 0 ? present : 'This week has no sessions to copy.', { field })
  }
  const shared = joined > 0 ? ' A change of a session is for everyone in it.' : ''
  const text = `${copied} ${copied === 1 ? 'session has' : 'sessions have'} been copied.${shared}`
  const present = `${skipped} ${skipped === 1 ? 'was' : 'were'} already there.`
  return { title: 'Week copied', text: skipped > 0 ? `${text} ${present}` : text }
}
