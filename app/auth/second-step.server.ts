import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { PasswordQueueFull } from '~/domain/accounts/password.server'
import { findSecondStep, takeCode } from '~/domain/accounts/second-step.server'
import { limits } from '~/http/limits.server'
import { logSecurity } from '~/http/security-log.server'
import { logInRefusal } from './log-in-words'
import { countOwnTry, forgetOwnTries, TooManyTries } from './tries.server'

/**
 * A log-in whose password was right and whose code is missing or wrong (401); with the seconds to wait, one of too many (429), or
 * not looked at while too many others are (503).
 */
export class SecondStepRefused extends Error {
  constructor(
    readonly account: Account,
    readonly status: 401 | 429 | 503,
    /** What the code's field says. */
    readonly words: string,
    readonly retryAfter?: number,
  ) {
    super(logInRefusal(status))
  }
}

/** The same for a code that was not sent: now it has to be asked for. */
export class CodeNeeded extends SecondStepRefused {
  constructor(account: Account) {
    super(account, 401, 'Please send the code from your app, or a recovery code.')
  }
}

/** Lets an account pass that has no second step, or has brought a right code for it. Throws SecondStepRefused. */
export async function passSecondStep(context: AppLoadContext, account: Account, code: string | null): Promise<void> {
  const { db, seal, network } = context
  const userId = account.id
  if (!(await findSecondStep(db, userId))) return
  if (code === null) throw new CodeNeeded(account)
  try {
    await countOwnTry(limits.codes, userId)
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error
    logSecurity('second step refused', { userId, network, status: 429 }, 'warn')
    throw new SecondStepRefused(account, 429, error.message, error.retryAfter)
  }
  const taken = await takeCode(db, seal, userId, code).catch((error: unknown) => {
    if (!(error instanceof PasswordQueueFull)) throw error
    throw new SecondStepRefused(account, 503, error.message, error.retryAfter)
  })
  if (!taken) {
    logSecurity('second step refused', { userId, network, status: 401 }, 'warn')
    throw new SecondStepRefused(account, 401, 'This code does not work. Please wait for the next one and type that.')
  }
  if (taken === 'recovery') logSecurity('recovery code used', { userId, network }, 'warn')
  await forgetOwnTries(limits.codes, userId)
}

/** True for a tutor who has to set the second step up before anything else (SECOND_STEP=required). */
export async function mustSetUpSecondStep({ db, settings }: AppLoadContext, user: Account): Promise<boolean> {
  return settings.secondStep === 'required' && user.role === 'tutor' && !(await findSecondStep(db, user.id))
}
