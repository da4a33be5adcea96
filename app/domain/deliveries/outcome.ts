import type { Row } from '~db/schema'

/**
 * The outcome of handing a mail to a mail server. `reason` is the server's own text if there is one, without addresses.
 * - sent: the server accepted it.
 * - refused: the server clearly rejected it, temporarily or permanently (`isPermanent`); `isUnknownRecipient` if it rejected the
 *   address, `isAboutUs` if its reason is about the sender rather than this mail.
 * - uncertain: the connection was lost while sending, and the server may have accepted the mail.
 * - interrupted: the connection was lost, or the server closed it (421), before it could have accepted the mail.
 * - unreachable: the server could not be used for any mail; `refusesUs` if it permanently refuses us.
 */
export type DeliveryOutcome =
  | { is: 'sent' }
  | MailRefusal
  | Unusable
  | { is: 'uncertain' | 'interrupted'; reason: string }
export interface MailRefusal {
  is: 'refused'
  isPermanent: boolean
  isUnknownRecipient: boolean
  isAboutUs: boolean
  reason: string
}
interface Unusable {
  is: 'unreachable'
  refusesUs: boolean
  reason: string
}

/** Removes email addresses from a mail server's text: each word with one, even encoded as '=40' or '%40', becomes '…'. */
export function withoutAddresses(text: string): string {
  return text
    .replace(/"[^"\s]{0,64}(?: [^"\s]{0,64}){1,8}"(?=@)/g, '')
    .split(/(\s+)/)
    .map((word) => (/@|＠|[=%]40|&#0*64;/.test(word) ? '…' : word))
    .join('')
}

/** A complete mail (RFC 5322) with its envelope. `id` is its delivery's. */
export interface FinishedMail {
  id: number
  envelope: { from: string; to: string }
  raw: Buffer
}

/** The result of an attempt; `waiting` means that it will be retried. */
export type DeliveryAttempt = { kind: Row<'deliveries'>['kind']; outcome: 'sent' | 'failed' | 'uncertain' | 'waiting' }
