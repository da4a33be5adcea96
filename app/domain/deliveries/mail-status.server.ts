import type { DeliveryAttempt } from './outcome'

/** Why the mail server can't be used at present: in its own words, since when (performance.now()), and whether it refuses us for good. */
export interface MailTrouble {
  reason: string
  since: number
  isRefusal: boolean
}

/** The state of sending that is in memory alone: after a restart the next attempt shows how things are. Made once, at the start. */
export class MailStatus {
  #trouble: MailTrouble | null = null
  readonly #attempts = new Map<string, { what: DeliveryAttempt; times: number }>()

  get trouble(): MailTrouble | null {
    return this.#trouble
  }

  /** Called by the worker: with what went wrong, or null once a mail is accepted again. */
  reportTrouble(found: Omit<MailTrouble, 'since'> | null): void {
    this.#trouble = found && { ...found, since: this.#trouble?.since ?? performance.now() }
  }

  countAttempt(what: DeliveryAttempt): void {
    const key = `${what.kind} ${what.outcome}`
    this.#attempts.set(key, { what, times: (this.#attempts.get(key)?.times ?? 0) + 1 })
  }

  /** How many attempts came to each outcome, by kind, since the process began. */
  get attempts(): Iterable<{ what: DeliveryAttempt; times: number }> {
    return this.#attempts.values()
  }
}
