import type { Delivery } from './deliveries.server'

/** Why the mail server can't be used at present: in its own words, since when (performance.now()), and whether it refuses us for good. */
export interface Trouble {
  reason: string
  since: number
  isRefusal: boolean
}

// In memory alone: after a restart the next try shows how things are.
let trouble: Trouble | null = null

/** What is wrong with the mail server at present; null while it can be used. */
export function mailTrouble(): Trouble | null {
  return trouble
}

/** Called by the worker: with what went wrong, or null once a mail is accepted again. */
export function reportTrouble(found: Omit<Trouble, 'since'> | null): void {
  trouble = found && { ...found, since: trouble?.since ?? performance.now() }
}

/** What a try came to: `waiting` is tried again later. */
export type Try = { kind: Delivery['kind']; outcome: 'sent' | 'failed' | 'uncertain' | 'waiting' }

const tries = new Map<string, { what: Try; times: number }>()

/** Counts a try, for /metrics. */
export function countTry(what: Try): void {
  const key = `${what.kind} ${what.outcome}`
  tries.set(key, { what, times: (tries.get(key)?.times ?? 0) + 1 })
}

/** How often each has come about since the process began. */
export function triesCounted(): Iterable<{ what: Try; times: number }> {
  return tries.values()
}
