import type { Limit } from '~/http/limits.server'

/** What somebody is told who has to wait after too many tries. */
export const TOO_MANY_TRIES = 'There have been too many tries. Please wait a few minutes and try again.'

/**
 * Counts one account's try at a secret before it is known to be right, so that many at once are many. Gives 0, or the seconds to
 * wait when there were too many.
 */
export async function countOwnTry(limits: readonly Limit[], userId: number): Promise<number> {
  for (const limit of limits) {
    const wait = await limit.take(String(userId))
    if (wait > 0) return wait
  }
  return 0
}

/** Forgets the wrong tries of an account whose owner was right. */
export async function forgetOwnTries(limits: readonly Limit[], userId: number): Promise<void> {
  for (const limit of limits) await limit.clear(String(userId))
}
