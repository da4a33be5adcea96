import type { Message, Outcome } from '~/domain/deliveries/outcome'

/** Where finished mails are taken. Neither `reach` nor `send` throws; `send` takes one mail at a time. */
export interface Transport {
  /** Makes sure that a mail can be taken, before one is marked as in flight. Gives what is in the way, or null. */
  reach: () => Promise<Outcome | null>
  send: (message: Message) => Promise<Outcome>
  /** Breaks a mail off that is not on its way yet, and takes no other; one that is on its way goes on. */
  stop: () => void
  /** Ends the connection, if there is one. */
  close: () => void
}
