import type { Limit } from '~/http/limits.server'

/** What countOwnTry says when there were too many: how many seconds to wait. */
export class TooManyTries extends Error {
  constructor(readonly retryAfter: number) {
    super('There were too many tries. Please wait a few minutes and try again.')
  }
}

/** Counts one account's try at a secret before it is known to be right, so that many at once are many. Throws TooManyTries. */
export async function countOwnTry(limits: readonly Limit[], userId: number): Promise<void> {
  for (const limit of limits) {
    const wait = await limit.take(String(userId))
    if (wait > 0) throw new TooManyTries(wait)
  }
}

/** Forgets the wrong tries of an account whose owner was right. */
export async function forgetOwnTries(limits: readonly Limit[], userId: number): Promise<void> {
  for (const limit of limits) await limit.clear(String(userId))
}
