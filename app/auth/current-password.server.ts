import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { findByPassword } from '~/domain/accounts/accounts.server'
import { limits } from '~/http/limits.server'
import { logSecurity } from '~/http/security-log.server'
import { countOwnTry, forgetOwnTries, TooManyTries } from './tries.server'

/** A current password that was wrong (400), or one of too many (429, with the seconds to wait); the message is for its field. */
export class CurrentPasswordRefused extends Error {
  constructor(
    message: string,
    readonly status: 400 | 429,
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** Makes sure that it is `user` who sits there, before the way they log in is changed (OWASP ASVS 3.7.1). Throws CurrentPasswordRefused. */
export async function confirmPassword(context: AppLoadContext, user: Account, password: string): Promise<void> {
  try {
    await countOwnTry(limits.currentPasswords, user.id)
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error
    logSecurity('current password refused', { userId: user.id, network: context.network, status: 429 }, 'warn')
    throw new CurrentPasswordRefused(error.message, 429, error.retryAfter)
  }
  if (!(await findByPassword(context.db, user.username, password, 'known'))) {
    logSecurity('current password refused', { userId: user.id, network: context.network }, 'warn')
    throw new CurrentPasswordRefused('This is not your current password.', 400)
  }
  await forgetOwnTries(limits.currentPasswords, user.id)
}
