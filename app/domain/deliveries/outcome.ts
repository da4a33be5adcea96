/**
 * What became of handing one mail to a mail server. `reason` is in the server's own words where it had some.
 * - sent: the server has taken it over.
 * - refused: the server clearly said no, for now or for good; `unknownRecipient` when it refused the address itself.
 * - uncertain: the mail was on its way when the connection was lost; the server may or may not have taken it.
 * - interrupted: the connection was lost, or ended by the server (421), before it could have taken this mail.
 * - unreachable: the server could not be used at all, for whichever mail.
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
