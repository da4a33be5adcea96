import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { findByPassword } from '~/domain/accounts/accounts.server'
import { Refused } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { limits } from '~/http/limits/limits.server'
import { countOwnTry, forgetOwnTries, TOO_MANY_TRIES } from './throttle.server'

const field = 'currentPassword'

/** Checks the current password of `user` (OWASP ASVS 3.7.1). Throws Refused for its field: 400 for a wrong one, 429 after too many. */
export async function confirmPassword(context: AppLoadContext, user: Account, password: string): Promise<void> {
  const who = { userId: user.id, network: context.network }
  const wait = await countOwnTry(limits.currentPasswords, user.id)
  if (wait > 0) {
    logSecurity('current password refused', { ...who, status: 429 }, 'warn')
    throw new Refused(429, TOO_MANY_TRIES, { field, retryAfter: wait })
  }
  if (!(await findByPassword(context.db, user.username, password, 'known'))) {
    logSecurity('current password refused', who, 'warn')
    throw new Refused(400, 'This is not your current password.', { field })
  }
  await forgetOwnTries(limits.currentPasswords, user.id)
}
