import type { DeliveryCounts } from '~/domain/deliveries/deliveries.server'
import type { Newsletter } from '~/domain/newsletters/newsletters.server'
import { dayInWords, timeInWords } from '~/ui/dates'

/** A newsletter's state by its name, and the tone of its badge. */
export interface State {
  tone: 'amber' | 'river' | 'moss'
  words: string
}

type Dated = Pick<Newsletter, 'status' | 'leavesAt' | 'goesOutAt'>

/** Draft, 'Leaves at 20:32', 'Sending, 8 of 294' or Sent, as it is at `now` (ISO 8601). */
export function stateOf(
  { status, leavesAt, goesOutAt }: Dated,
  counts: DeliveryCounts | undefined,
  now: string,
): State {
  if (status === 'draft')
    return leavesAt ? { tone: 'river', words: leaves(leavesAt, now) } : { tone: 'amber', words: 'Draft' }
  if (!counts || counts.pending === 0) return { tone: 'moss', words: 'Sent' }
  const over = counts.sent + counts.failed + counts.uncertain
  if (goesOutAt && goesOutAt > now && over === 0) return { tone: 'river', words: leaves(goesOutAt, now) }
  return { tone: 'river', words: `Sending, ${over} of ${over + counts.pending}` }
}

function leaves(moment: string, now: string): string {
  const day = dayInWords(moment) === dayInWords(now) ? '' : `on ${dayInWords(moment)} `
  return `Leaves ${day}at ${timeInWords(moment)}`
}
