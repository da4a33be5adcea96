import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { createSiteCookie } from '~/auth/cookies.server'
import { getRetentionDays } from '~/content/retention-terms'
import type { Account } from '~/domain/accounts/account'
import {
  type InterruptedForm,
  removeInterruptedForm,
  toPagePath,
} from '~/domain/interrupted-forms/interrupted-forms.server'
import { decrypt, encrypt } from '~/signing.server'
import type { FormerSession } from './sessions.server'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** After a log-out, the next person at a shared device may type into a page that was left open. */
const AFTER_LOG_OUT = 10 * MINUTE

/** When the browser sent an interrupted form, and until when it is given back there. */
interface Mark {
  typedAt: string
  until: number
}

const USE = 'the mark of an interrupted form'

const markCookie = ({ settings }: Pick<AppLoadContext, 'settings'>, options = {}) =>
  createSiteCookie(settings, 'interrupted', options)

/** Until when a form that was sent now, after `session`, is given back, in milliseconds; past when the log-out was too long ago. */
export function getRestorableUntil({ endedAt }: FormerSession): number {
  return endedAt ? Date.parse(endedAt) + AFTER_LOG_OUT : Date.now() + getRetentionDays('interruptedForms') * DAY
}

/** The Set-Cookie header that lets only the browser that sent an interrupted form have it back. */
export function createInterruptedCookieHeader(context: AppLoadContext, mark: Mark): Promise<string> {
  // Encrypted, so that nobody at the device can make the time longer.
  const locked = encrypt(context.sign, USE, JSON.stringify(mark))
  return markCookie(context, { maxAge: Math.ceil((mark.until - Date.now()) / 1000) }).serialize(locked)
}

/** What this browser sent for `user` at this page when they were logged out, once; or null. */
export async function takeInterruptedForm(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  user: Account,
): Promise<InterruptedForm | null> {
  const locked: unknown = await markCookie(context).parse(request.headers.get('Cookie'))
  const mark: Mark | null = JSON.parse((typeof locked === 'string' && decrypt(context.sign, USE, locked)) || 'null')
  if (!mark || mark.until <= Date.now()) return null
  return removeInterruptedForm(context.db, user.id, toPagePath(new URL(request.url)), mark.typedAt)
}
