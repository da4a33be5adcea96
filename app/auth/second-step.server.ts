import type { AppLoadContext } from '@remix-run/node'
import { createSiteCookie } from '~/auth/cookies.server'
import type { Account } from '~/domain/accounts/account'
import { findOpenAccount } from '~/domain/accounts/accounts.server'
import { isQueueFull } from '~/domain/accounts/password.server'
import type { OwnProof } from '~/domain/accounts/schema'
import { findSecondStep, redeemSecondStepCode } from '~/domain/accounts/second-step.server'
import { limits } from '~/domain/limits/limits.server'
import { collectErrors, Refused } from '~/domain/refused'
import { logSecurity } from '~/security-log.server'
import { getLogInRefusalMessage } from './log-in-words'
import { confirmPassword, countAccountAttempt, resetAccountAttempts } from './throttle.server'

function refused(status: number, words: string, retryAfter?: number): Refused {
  return new Refused(status, getLogInRefusalMessage(status), { errors: { code: [words] }, retryAfter })
}

const CODE_MISSING = 'Please type the code from your app, or a recovery code.'

/** The password was right and the code is missing: `account` has to be asked for it. */
export class CodeRequired extends Refused {
  constructor(readonly account: Account) {
    super(401, getLogInRefusalMessage(401), { errors: { code: [CODE_MISSING] } })
  }
}

/** Passes an account without a second step, or with its code. Throws CodeRequired, or Refused for the field 'code': 401, 429, 503. */
export async function verifySecondStep(context: AppLoadContext, account: Account, code: string | null): Promise<void> {
  const { db, sign, network } = context
  const userId = account.id
  if (!(await findSecondStep(db, userId))) return
  if (code === null) throw new CodeRequired(account)
  const wait = await countAccountAttempt('codes', userId)
  if (wait > 0) {
    logSecurity('second step refused', { userId, network, status: 429 }, 'warn')
    throw refused(429, limits.codes.rule.words, wait)
  }
  const taken = await redeemSecondStepCode(db, sign, userId, code).catch((error: unknown) => {
    throw isQueueFull(error) ? refused(503, error.message, error.retryAfter) : error
  })
  if (!taken) {
    logSecurity('second step refused', { userId, network, status: 401 }, 'warn')
    throw refused(401, 'That code did not work. Please wait for the next one and type that.')
  }
  if (taken === 'recovery') logSecurity('recovery code used', { userId, network }, 'warn')
  await resetAccountAttempts('codes', userId)
}

/** What a form asks of `user` who has to show that it is them. */
export async function findRequiredProof({ db }: AppLoadContext, { id, username }: Account) {
  return { username, asksForCode: (await findSecondStep(db, id)) !== null }
}
export type RequiredProof = Awaited<ReturnType<typeof findRequiredProof>>

/** Checks that it is `user` who asks: their password, then the code of a second step. Throws Refused for their fields: 400, 429, 503. */
export async function confirmIdentity(
  context: AppLoadContext,
  user: Account,
  { currentPassword, code }: OwnProof,
): Promise<void> {
  const { asksForCode } = await findRequiredProof(context, user)
  await collectErrors([
    confirmPassword(context, user, currentPassword),
    ...(asksForCode && !code ? [Promise.reject(new Refused(400, CODE_MISSING, { field: 'code' }))] : []),
  ])
  await verifySecondStep(context, user, code).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.status !== 401) throw error
    // They are logged in: 401 would send them to the log-in.
    throw new Refused(400, error.message, { errors: error.errors })
  })
}

/** True for a tutor who must set up the second step before anything else (SECOND_STEP=required). */
export async function mustSetUpSecondStep({ db, settings }: AppLoadContext, user: Account): Promise<boolean> {
  return settings.secondStep === 'required' && user.role === 'tutor' && !(await findSecondStep(db, user.id))
}

/** Who has passed the log-in's first step, and the choices made there. */
export interface FirstStep {
  account: Account
  remember: boolean
  next: string
}

interface Kept {
  userId: number
  remember: boolean
  next: string
  until: number
  /** A mark of the password that was right; changing the password invalidates the step. */
  password: string
}

const TEN_MINUTES = 600

function firstStepCookie({ settings, sign }: AppLoadContext) {
  return createSiteCookie(settings, 'first_step', {
    secrets: [sign('the first step of a log-in')],
    maxAge: TEN_MINUTES,
  })
}

/** The Set-Cookie header that remembers for ten minutes that the password was right. By itself it grants nothing. */
export async function createFirstStepCookieHeader(
  context: AppLoadContext,
  { account, ...choices }: FirstStep,
): Promise<string> {
  const found = await findOpenAccount(context.db, context.sign, account.id)
  const until = Date.now() + TEN_MINUTES * 1000
  const stored: Kept = { ...choices, userId: account.id, until, password: found?.passwordMark ?? '' }
  return firstStepCookie(context).serialize(stored)
}

/** The Set-Cookie header that clears the first step. */
export function createClearedFirstStepHeader(context: AppLoadContext): Promise<string> {
  return firstStepCookie(context).serialize('', { maxAge: 0 })
}

/** The first step that the browser has passed; null without one, after ten minutes, or once the password changed or the account was closed. */
export async function findFirstStep({
  request,
  context,
}: {
  request: Request
  context: AppLoadContext
}): Promise<FirstStep | null> {
  const stored = (await firstStepCookie(context).parse(request.headers.get('Cookie'))) as Kept | '' | null
  if (!stored || stored.until < Date.now()) return null
  const found = await findOpenAccount(context.db, context.sign, stored.userId)
  if (found?.passwordMark !== stored.password) return null
  return { account: found.account, remember: stored.remember, next: stored.next }
}
