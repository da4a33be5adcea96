import type { DeliveryAttempt } from './outcome'

/** Why the mail server can't be used: its own reason, since when (performance.now()), and whether it permanently refuses us. */
export interface MailTrouble {
  reason: string
  since: number
  isRefusal: boolean
}

/** The state of sending, in memory only: after a restart the next attempt determines it again. Created once, at the start. */
export class MailStatus {
  #trouble: MailTrouble | null = null
  readonly #attempts = new Map<string, { what: DeliveryAttempt; times: number }>()

  get trouble(): MailTrouble | null {
    return this.#trouble
  }

  /** Called by the worker with the problem, or with null once a mail is accepted again. */
  reportTrouble(found: Omit<MailTrouble, 'since'> | null): void {
    this.#trouble = found && { ...found, since: this.#trouble?.since ?? performance.now() }
  }

  countAttempt(what: DeliveryAttempt): void {
    const key = `${what.kind} ${what.outcome}`
    this.#attempts.set(key, { what, times: (this.#attempts.get(key)?.times ?? 0) + 1 })
  }

  /** The number of attempts by kind and outcome since the process started. */
  get attempts(): Iterable<{ what: DeliveryAttempt; times: number }> {
    return this.#attempts.values()
  }
}
