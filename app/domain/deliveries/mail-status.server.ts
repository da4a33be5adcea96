import type { Attempt } from './outcome'

/** Why the mail server can't be used at present: in its own words, since when (performance.now()), and whether it refuses us for good. */
export interface Trouble {
  reason: string
  since: number
  isRefusal: boolean
}

/** The state of sending that is in memory alone: after a restart the next attempt shows how things are. Made once, at the start. */
export class MailStatus {
  #trouble: Trouble | null = null
  readonly #attempts = new Map<string, { what: Attempt; times: number }>()

  get trouble(): Trouble | null {
    return this.#trouble
  }

  /** Called by the worker: with what went wrong, or null once a mail is accepted again. */
  reportTrouble(found: Omit<Trouble, 'since'> | null): void {
    this.#trouble = found && { ...found, since: this.#trouble?.since ?? performance.now() }
  }

  countAttempt(what: Attempt): void {
    const key = `${what.kind} ${what.outcome}`
    this.#attempts.set(key, { what, times: (this.#attempts.get(key)?.times ?? 0) + 1 })
  }

  /** How many attempts came to each outcome, by kind, since the process began. */
  get attempts(): Iterable<{ what: Attempt; times: number }> {
    return this.#attempts.values()
  }
}
