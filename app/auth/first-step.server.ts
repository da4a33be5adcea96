import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { findOpenAccount } from '~/domain/accounts/accounts.server'
import { siteCookie } from '~/http/gate/cookies.server'

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

function firstStepCookie({ settings, seal }: AppLoadContext) {
  return siteCookie(settings, 'first_step', { secrets: [seal('the first step of a log-in')], maxAge: TEN_MINUTES })
}

/** The Set-Cookie header that remembers for ten minutes that the password was right. By itself it grants nothing. */
export async function firstStepHeader(context: AppLoadContext, { account, ...choices }: FirstStep): Promise<string> {
  const found = await findOpenAccount(context.db, context.seal, account.id)
  const until = Date.now() + TEN_MINUTES * 1000
  const kept: Kept = { ...choices, userId: account.id, until, password: found?.passwordMark ?? '' }
  return firstStepCookie(context).serialize(kept)
}

/** The Set-Cookie header that clears the first step. */
export function forgottenFirstStepHeader(context: AppLoadContext): Promise<string> {
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
  const kept = (await firstStepCookie(context).parse(request.headers.get('Cookie'))) as Kept | '' | null
  if (!kept || kept.until < Date.now()) return null
  const found = await findOpenAccount(context.db, context.seal, kept.userId)
  if (found?.passwordMark !== kept.password) return null
  return { account: found.account, remember: kept.remember, next: kept.next }
}
