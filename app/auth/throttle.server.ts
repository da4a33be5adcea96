import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { findByPassword } from '~/domain/accounts/accounts.server'
import { type Limit, limits, type NetworkLimit } from '~/domain/limits/limits.server'
import { Refused } from '~/domain/refused'
import { folded } from '~/domain/text'
import { logSecurity } from '~/security-log.server'

/** The message after too many attempts. */
export const TOO_MANY_TRIES = 'There have been too many tries. Please wait a few minutes and try again.'

/** An attempt to log in, before its password is checked. */
export interface Try {
  username: string
  /** The account with that username; null when there is none. */
  userId: number | null
  network: string
  /** The number of a device that is known to the account (auth/device.server.ts), else null. */
  device: string | null
}

/**
 * Counts an attempt. Returns 0, or the seconds to wait when there were too many: to one name from one network, or in a day from all
 * of them; or from one network to any name. A known device has a count of its own, so that nobody else's guessing locks the owner out
 * (OWASP, device cookies).
 */
export function countTry(attempt: Try): number {
  // All are asked before any counts, so that a refusal caused by others costs none of one's own attempts.
  for (const count of ['wait', 'take'] as const)
    for (const { limit, key } of countsOf(attempt)) {
      const wait = limit[count](...key)
      if (wait > 0) return tooMany(attempt, limit, wait)
    }
  return 0
}

/** Uncounts an attempt whose password was never checked. */
export function uncountTry(attempt: Try): void {
  for (const { limit, key } of countsOf(attempt)) limit.giveBack(...key)
}

/** Resets the failed attempts once one succeeds. Others' to the name, and those to other names from the network, still count. */
export function forgetTries(attempt: Try): void {
  const [own, ...shared] = countsOf(attempt)
  own!.limit.clear(...own!.key)
  for (const { limit, key } of shared) limit.giveBack(...key)
}

interface Count {
  limit: Pick<NetworkLimit, 'name' | 'wait' | 'take' | 'giveBack' | 'clear'>
  key: [string, string?]
}

function countsOf({ username, network, device }: Try): Count[] {
  if (device) return [{ limit: limits.triesOnDevice, key: [device] }]
  const name = folded(username)
  return [
    { limit: limits.triesAtName, key: [network, name] },
    { limit: limits.triesFromNetwork, key: [network] },
    { limit: limits.triesAtNameInDay, key: [name] },
  ]
}

function tooMany({ network, userId }: Try, { name }: Count['limit'], wait: number): number {
  logSecurity('too many', { network, userId, status: 429, reason: name }, 'warn')
  return wait
}

/** Counts an account's attempt before it is checked, so that parallel ones all count. Returns 0, or the seconds to wait. */
export function countOwnTry(limits: readonly Limit[], userId: number): number {
  for (const limit of limits) {
    const wait = limit.take(String(userId))
    if (wait > 0) return wait
  }
  return 0
}

/** Resets the failed attempts of an account after a right one. */
export function forgetOwnTries(limits: readonly Limit[], userId: number): void {
  for (const limit of limits) limit.clear(String(userId))
}

const field = 'currentPassword'

/** Checks the current password of `user` (OWASP ASVS 3.7.1). Throws Refused for its field: 400 for a wrong one, 429 after too many. */
export async function confirmPassword(context: AppLoadContext, user: Account, password: string): Promise<void> {
  const who = { userId: user.id, network: context.network }
  const wait = countOwnTry(limits.currentPasswords, user.id)
  if (wait > 0) {
    logSecurity('current password refused', { ...who, status: 429 }, 'warn')
    throw new Refused(429, TOO_MANY_TRIES, { field, retryAfter: wait })
  }
  if (!(await findByPassword(context.db, user.username, password, 'known'))) {
    logSecurity('current password refused', who, 'warn')
    throw new Refused(400, 'This is not your current password.', { field })
  }
  forgetOwnTries(limits.currentPasswords, user.id)
}
