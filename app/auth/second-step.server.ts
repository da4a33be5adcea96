import type { AppLoadContext } from '@remix-run/node'
import { createSiteCookie } from '~/auth/cookies.server'
import type { Account } from '~/domain/accounts/account'
import { findOpenAccount } from '~/domain/accounts/accounts.server'
import { isQueueFull } from '~/domain/accounts/password.server'
import type { OwnProof } from '~/domain/accounts/schema'
import { findSecondStep, redeemSecondStepCode } from '~/domain/accounts/second-step.server'
import { limits } from '~/domain/limits/limits.server'
import { collectErrors, type RefusalKind, Refused } from '~/domain/refused'
import { getRefusalStatus } from '~/refusal-status'
import { getLogInRefusalMessage } from './log-in-messages'
import { confirmPassword, countAccountAttempt, resetAccountAttempts } from './throttle.server'

function createCodeRefusal(kind: RefusalKind, text: string, retryAfter?: number): Refused {
  return new Refused(kind, getLogInRefusalMessage(getRefusalStatus({ kind })), { errors: { code: [text] }, retryAfter })
}

const CODE_MISSING = 'Please type the code from your app, or a recovery code.'

/** Thrown when the password was right and the code is missing, so that the page asks `account` for it. */
export class CodeRequired extends Refused {
  constructor(readonly account: Account) {
    super('unauthenticated', getLogInRefusalMessage(401), { errors: { code: [CODE_MISSING] } })
  }
}

/** Passes an account without a second step, or with its code. Throws CodeRequired, or Refused for the field 'code': unauthenticated, tooMany, busy. */
export async function verifySecondStep(context: AppLoadContext, account: Account, code: string | null): Promise<void> {
  const { db, sign, network, securityLog } = context
  const userId = account.id
  if (!(await findSecondStep(db, account, userId))) return
  if (code === null) throw new CodeRequired(account)
  const wait = countAccountAttempt('codes', userId)
  if (wait > 0) {
    securityLog.record('second step refused', { userId, network, status: 429 }, 'warn')
    throw createCodeRefusal('tooMany', limits.codes.rule.message, wait)
  }
  const usedCode = await redeemSecondStepCode(db, sign, userId, code).catch((error: unknown) => {
    throw isQueueFull(error) ? createCodeRefusal('busy', error.message, error.retryAfter) : error
  })
  if (!usedCode) {
    securityLog.record('second step refused', { userId, network, status: 401 }, 'warn')
    throw createCodeRefusal('unauthenticated', 'That code did not work. Please wait for the next one and type that.')
  }
  if (usedCode === 'recovery') securityLog.record('recovery code used', { userId, network }, 'warn')
  resetAccountAttempts('codes', userId)
}

/** The proof of identity that a form needs from an account. */
export async function findRequiredProof({ db }: AppLoadContext, user: Account) {
  return { username: user.username, asksForCode: (await findSecondStep(db, user, user.id)) !== null }
}
export type RequiredProof = Awaited<ReturnType<typeof findRequiredProof>>

/** Checks the password of `user`, then the code of a second step. Throws Refused for their fields: invalid, tooMany, busy. */
export async function confirmIdentity(
  context: AppLoadContext,
  user: Account,
  { currentPassword, code }: OwnProof,
): Promise<void> {
  const { asksForCode } = await findRequiredProof(context, user)
  await collectErrors([
    confirmPassword(context, user, currentPassword),
    ...(asksForCode && !code ? [Promise.reject(new Refused('invalid', CODE_MISSING, { field: 'code' }))] : []),
  ])
  await verifySecondStep(context, user, code).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.kind !== 'unauthenticated') throw error
    // A 401 would send a logged-in person to the log-in.
    throw new Refused('invalid', error.message, { errors: error.errors })
  })
}

/** True for a tutor who must set up the second step before anything else (SECOND_STEP=required). */
export async function mustSetUpSecondStep(
  { db, settings }: Pick<AppLoadContext, 'db' | 'settings'>,
  user: Account,
): Promise<boolean> {
  return settings.secondStep === 'required' && user.role === 'tutor' && !(await findSecondStep(db, user, user.id))
}

/** The account that passed the log-in's first step, and the choices made there. */
export interface FirstStep {
  account: Account
  remember: boolean
  next: string
}

interface FirstStepCookie {
  userId: number
  remember: boolean
  next: string
  until: number
  /** A signature of the password hash: changing the password invalidates the step. */
  password: string
}

const TEN_MINUTES = 600

function firstStepCookie({ settings, sign }: AppLoadContext) {
  return createSiteCookie(settings, 'first_step', {
    secrets: [sign('the first step of a log-in')],
    maxAge: TEN_MINUTES,
  })
}

/** The Set-Cookie header that remembers for ten minutes that the password was right. It grants nothing by itself. */
export async function createFirstStepCookieHeader(
  context: AppLoadContext,
  { account, ...choices }: FirstStep,
): Promise<string> {
  const found = await findOpenAccount(context.db, context.sign, account.id)
  const until = Date.now() + TEN_MINUTES * 1000
  const stored: FirstStepCookie = { ...choices, userId: account.id, until, password: found?.passwordMark ?? '' }
  return firstStepCookie(context).serialize(stored)
}

/** The Set-Cookie header that clears the first step. */
export function createClearedFirstStepHeader(context: AppLoadContext): Promise<string> {
  return firstStepCookie(context).serialize('', { maxAge: 0 })
}

/** The first step that the browser passed; null after ten minutes, or once the password changed or the account was closed. */
export async function findFirstStep({
  request,
  context,
}: {
  request: Request
  context: AppLoadContext
}): Promise<FirstStep | null> {
  const stored = (await firstStepCookie(context).parse(request.headers.get('Cookie'))) as FirstStepCookie | '' | null
  if (!stored || stored.until < Date.now()) return null
  const found = await findOpenAccount(context.db, context.sign, stored.userId)
  if (found?.passwordMark !== stored.password) return null
  return { account: found.account, remember: stored.remember, next: stored.next }
}
