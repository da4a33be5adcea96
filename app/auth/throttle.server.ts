import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { findByPassword } from '~/domain/accounts/accounts.server'
import { type Limit, limits } from '~/domain/limits/limits.server'
import { Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import type { SecurityLog } from '~/security-log.server'

/** An attempt to log in, before its password is checked. */
export interface LogInAttempt {
  username: string
  /** The account with that username; null when there is none. */
  userId: number | null
  network: string
  /** The number of a device that is known to the account (auth/device.server.ts), else null. */
  device: string | null
}

/** A limit, with the key and the name to count in it. */
type LimitKey = readonly [Limit, ...Parameters<Limit['take']>]

/** Counts an attempt in every limit, unless one is reached. Returns the seconds to wait, or 0, and the limit's name. */
function countInLimits(counts: readonly LimitKey[]): { wait: number; reason?: string } {
  // Check all before counting in any, so that a refusal caused by others costs none of your own attempts.
  for (const step of ['wait', 'take'] as const)
    for (const [limit, ...key] of counts) {
      const wait = limit[step](...key)
      if (wait > 0) return { wait, reason: limit.rule.counts }
    }
  return { wait: 0 }
}

/**
 * The limits for an attempt, its own first. A known device has its own, so that other people's guesses don't lock the owner out (OWASP,
 * device cookies).
 */
function getAttemptLimits({ username, network, device }: LogInAttempt): [LimitKey, ...LimitKey[]] {
  if (device) return [[limits.triesOnDevice, device]]
  const name = foldForSearch(username)
  return [
    [limits.triesAtName, network, name],
    [limits.triesFromNetwork, network],
    [limits.triesAtNameInDay, name],
  ]
}

/** Counts an attempt. Returns 0, or the seconds to wait when there were too many. */
export function countLogInAttempt(securityLog: SecurityLog, attempt: LogInAttempt): number {
  const { wait, reason } = countInLimits(getAttemptLimits(attempt))
  const { network, userId } = attempt
  if (wait > 0) securityLog.record('too many', { network, userId, status: 429, reason }, 'warn')
  return wait
}

/** Uncounts an attempt whose password was never checked. */
export function uncountLogInAttempt(attempt: LogInAttempt): void {
  for (const [limit, ...key] of getAttemptLimits(attempt)) limit.giveBack(...key)
}

/** Resets the failed attempts after a success. Other people's attempts at the name, and the network's at other names, still count. */
export function resetLogInAttempts(attempt: LogInAttempt): void {
  const [[own, ...ownKey], ...shared] = getAttemptLimits(attempt)
  own.clear(...ownKey)
  for (const [limit, ...key] of shared) limit.giveBack(...key)
}

/** Wrong attempts of an account: within minutes, and in a day. */
const accountLimits = {
  codes: [limits.codes, limits.codesInDay],
  currentPasswords: [limits.currentPasswords, limits.currentPasswordsInDay],
}

/** Counts an account's attempt before it is checked, so that parallel attempts all count. Returns 0, or the seconds to wait. */
export function countAccountAttempt(kind: keyof typeof accountLimits, userId: number): number {
  return countInLimits(accountLimits[kind].map((limit) => [limit, String(userId)])).wait
}

/** Resets the failed attempts of an account after a right one. */
export function resetAccountAttempts(kind: keyof typeof accountLimits, userId: number): void {
  for (const limit of accountLimits[kind]) limit.clear(String(userId))
}

const field = 'currentPassword'

/** Checks the current password of `user` (OWASP ASVS 3.7.1). Throws Refused for its field: invalid for a wrong one, tooMany after too many. */
export async function confirmPassword(context: AppLoadContext, user: Account, password: string): Promise<void> {
  const logDetails = { userId: user.id, network: context.network }
  const retryAfter = countAccountAttempt('currentPasswords', user.id)
  if (retryAfter > 0) {
    context.securityLog.record('current password refused', { ...logDetails, status: 429 }, 'warn')
    throw new Refused('tooMany', limits.currentPasswords.rule.message, { field, retryAfter })
  }
  if (!(await findByPassword(context.db, user.username, password, 'known'))) {
    context.securityLog.record('current password refused', logDetails, 'warn')
    throw new Refused('invalid', 'This is not your current password.', { field })
  }
  resetAccountAttempts('currentPasswords', user.id)
}
