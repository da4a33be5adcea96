import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { isQueueFull } from '~/domain/accounts/password.server'
import { findSecondStep, takeCode } from '~/domain/accounts/second-step.server'
import { Refused } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { limits } from '~/http/limits/limits.server'
import { logInRefusal } from './log-in-words'
import { countOwnTry, forgetOwnTries, TOO_MANY_TRIES } from './tries.server'

/** A log-in refused for its second step; `words` are for the code's field. */
function refused(status: number, words: string, retryAfter?: number): Refused {
  return new Refused(status, logInRefusal(status), { errors: { code: [words] }, retryAfter })
}

/** The password was right and the code is missing: `account` has to be asked for it. */
export class CodeNeeded extends Refused {
  constructor(readonly account: Account) {
    super(401, logInRefusal(401), { errors: { code: ['Please send the code from your app, or a recovery code.'] } })
  }
}

/** Passes an account without a second step, or with its code. Throws CodeNeeded, or Refused for the field 'code': 401, 429, 503. */
export async function passSecondStep(context: AppLoadContext, account: Account, code: string | null): Promise<void> {
  const { db, seal, network } = context
  const userId = account.id
  if (!(await findSecondStep(db, userId))) return
  if (code === null) throw new CodeNeeded(account)
  const wait = await countOwnTry(limits.codes, userId)
  if (wait > 0) {
    logSecurity('second step refused', { userId, network, status: 429 }, 'warn')
    throw refused(429, TOO_MANY_TRIES, wait)
  }
  const taken = await takeCode(db, seal, userId, code).catch((error: unknown) => {
    throw isQueueFull(error) ? refused(503, error.message, error.retryAfter) : error
  })
  if (!taken) {
    logSecurity('second step refused', { userId, network, status: 401 }, 'warn')
    throw refused(401, 'That code did not work. Please wait for the next one and type that.')
  }
  if (taken === 'recovery') logSecurity('recovery code used', { userId, network }, 'warn')
  await forgetOwnTries(limits.codes, userId)
}

/** True for a tutor who must set up the second step before anything else (SECOND_STEP=required). */
export async function mustSetUpSecondStep({ db, settings }: AppLoadContext, user: Account): Promise<boolean> {
  return settings.secondStep === 'required' && user.role === 'tutor' && !(await findSecondStep(db, user.id))
}
