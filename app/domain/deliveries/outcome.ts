/**
 * The outcome of handing one mail to a mail server. `reason` is the server's own text where there is one.
 * - sent: the server accepted it.
 * - refused: the server clearly rejected it, for now or for good; `unknownRecipient` when it rejected the address.
 * - uncertain: the connection was lost while the mail was under way; the server may or may not have accepted it.
 * - interrupted: the connection was lost, or closed by the server (421), before it could have accepted this mail.
 * - unreachable: the server could not be used at all, for any mail.
 */
export type Outcome =
  | { is: 'sent' }
  | { is: 'refused'; forGood: boolean; unknownRecipient: boolean; reason: string }
  | { is: 'uncertain' | 'interrupted' | 'unreachable'; reason: string }

/** A finished mail (RFC 5322) and its envelope. `id` is its delivery's. */
export interface Message {
  id: number
  envelope: { from: string; to: string }
  raw: Buffer
}
