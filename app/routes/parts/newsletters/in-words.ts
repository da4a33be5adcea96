import type { DeliveryCounts } from '~/domain/deliveries/deliveries.server'
import type { SendingState } from '~/domain/deliveries/sending.server'
import type { Newsletter } from '~/domain/newsletters/newsletters.server'
import type { MailRoute } from '~/settings.server'
import { formatDay, formatTime } from '~/ui/dates'

const known: readonly [RegExp, string][] = [
  [/\b5\.1\.\d|user unknown|no such (user|mailbox)|does not exist/i, 'There is no such address.'],
  [/\b[45]\.2\.2|mailbox (is )?full|quota/i, 'The mailbox is full.'],
  [/\b[45]\.7\.\d|spam|blocked|policy/i, 'Their mail server does not let our emails in.'],
]

/** Why a mail did not arrive, in plain words; and, where it differs, the mail server's own text (RFC 3463 codes, or common phrases). */
export function reasonInWords(reason: string): { plain: string; server: string | null } {
  if (!/^[45]\d\d[ -]/.test(reason)) return { plain: reason, server: null }
  const plain = known.find(([pattern]) => pattern.test(reason))?.[1] ?? 'Their mail server did not accept the email.'
  return { plain, server: reason }
}

/** The states of a newsletter's mails: '212 sent, 3 failed, 1 uncertain'; empty without mails. */
export function progressInWords({ sent, failed, uncertain, pending }: DeliveryCounts, route: MailRoute): string {
  const parts = [
    [sent, route === 'outbox' ? 'written to the outbox' : 'sent'],
    [failed, 'failed'],
    [uncertain, 'uncertain'],
    [pending, 'waiting'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ')
}

/** A number of people: '1 person', '12 people'. */
export function peopleInWords(number: number): string {
  return number === 1 ? '1 person' : `${number} people`
}

/** What a newsletter does that is sent again to so many. */
export function sentAgainInWords(number: number, route: MailRoute): string {
  const people = peopleInWords(number)
  const starts =
    route === 'none'
      ? `The newsletter goes out again to ${people} once email is set up.`
      : `The newsletter is being sent again to ${people}.`
  return `${starts} Anyone who has unsubscribed since then is left out.`
}

/** A number of seconds for people to read: '60 seconds', '5 minutes'. */
export function secondsInWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.floor(seconds / 60)} minutes`
}

/** A newsletter's state by its name, and the tone of its badge. */
export interface State {
  tone: 'amber' | 'river' | 'moss'
  words: string
}

type Dated = Pick<Newsletter, 'status' | 'leavesAt' | 'goesOutAt'>

/** Draft, 'Goes out at 20:32', 'Sending, 8 of 294', Sent, or that it waits for mail to be set up, as it is at `now` (ISO 8601). */
export function stateOf(
  { status, leavesAt, goesOutAt }: Dated,
  counts: DeliveryCounts | undefined,
  { now, route }: { now: string; route: MailRoute },
): State {
  if (status === 'draft')
    return leavesAt ? { tone: 'river', words: leaves(leavesAt, now) } : { tone: 'amber', words: 'Draft' }
  if (!counts || counts.pending === 0) return { tone: 'moss', words: 'Sent' }
  if (route === 'none') return { tone: 'amber', words: 'Waiting: email is not set up' }
  const over = counts.sent + counts.failed + counts.uncertain
  if (goesOutAt && goesOutAt > now && over === 0) return { tone: 'river', words: leaves(goesOutAt, now) }
  return { tone: 'river', words: `Sending, ${over} of ${over + counts.pending}` }
}

/** Why no email leaves at present, for the middle of a sentence; null when they leave. */
export function whyWaiting({ route, pausedSince, trouble }: SendingState): string | null {
  if (route === 'none') return 'email is not set up'
  if (pausedSince) return 'sending is paused'
  return trouble && 'the mail server is not working'
}

function leaves(moment: string, now: string): string {
  const day = formatDay(moment) === formatDay(now) ? '' : `on ${formatDay(moment)} `
  return `Goes out ${day}at ${formatTime(moment)}`
}
