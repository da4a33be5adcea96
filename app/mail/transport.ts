import type { Message, Outcome } from '~/domain/deliveries/outcome'

/** Where finished mails go. Neither `reach` nor `send` throws; `send` takes one mail at a time. */
export interface Transport {
  /** Checks that a mail can be sent, before one is marked as in flight. Returns the obstacle, or null. */
  reach: () => Promise<Outcome | null>
  send: (message: Message) => Promise<Outcome>
  /** Aborts a mail that is not under way yet and takes no more; one that is under way goes on. */
  stop: () => void
  /** Closes the connection, if there is one. */
  close: () => void
}
