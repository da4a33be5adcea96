import type { Limit } from '~/http/limits/limits.server'

/** The message after too many attempts. */
export const TOO_MANY_TRIES = 'There have been too many tries. Please wait a few minutes and try again.'

/** Counts an account's attempt before it is checked, so that parallel ones all count. Returns 0, or the seconds to wait. */
export async function countOwnTry(limits: readonly Limit[], userId: number): Promise<number> {
  for (const limit of limits) {
    const wait = await limit.take(String(userId))
    if (wait > 0) return wait
  }
  return 0
}

/** Resets the failed attempts of an account after a right one. */
export async function forgetOwnTries(limits: readonly Limit[], userId: number): Promise<void> {
  for (const limit of limits) await limit.clear(String(userId))
}
