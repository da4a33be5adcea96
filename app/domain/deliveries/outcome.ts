import type { Row } from '~db/schema'

/**
 * The outcome of handing one mail to a mail server. `reason` is the server's own text where there is one, without addresses.
 * - sent: the server accepted it.
 * - refused: the server clearly rejected it, for now or for good; `unknownRecipient` when it rejected the address, `aboutUs` when its
 *   words are about who sends rather than about this mail.
 * - uncertain: the connection was lost while the mail was under way; the server may or may not have accepted it.
 * - interrupted: the connection was lost, or closed by the server (421), before it could have accepted this mail.
 * - unreachable: the server could not be used at all, for any mail; `refusesUs` when it said so for good.
 */
export type DeliveryOutcome =
  | { is: 'sent' }
  | MailRefusal
  | Unusable
  | { is: 'uncertain' | 'interrupted'; reason: string }
export interface MailRefusal {
  is: 'refused'
  forGood: boolean
  unknownRecipient: boolean
  aboutUs: boolean
  reason: string
}
interface Unusable {
  is: 'unreachable'
  refusesUs: boolean
  reason: string
}

/** A mail server's words without email addresses: each word that holds one, also as '=40' or '%40', becomes '…'. */
export function withoutAddresses(text: string): string {
  return text
    .replace(/"[^"\s]{0,64}(?: [^"\s]{0,64}){1,8}"(?=@)/g, '')
    .split(/(\s+)/)
    .map((word) => (/@|＠|[=%]40|&#0*64;/.test(word) ? '…' : word))
    .join('')
}

/** A finished mail (RFC 5322) and its envelope. `id` is its delivery's. */
export interface FinishedMail {
  id: number
  envelope: { from: string; to: string }
  raw: Buffer
}

/** What an attempt came to: `waiting` is tried again later. */
export type DeliveryAttempt = { kind: Row<'deliveries'>['kind']; outcome: 'sent' | 'failed' | 'uncertain' | 'waiting' }
