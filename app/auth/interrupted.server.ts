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
const RESTORABLE_AFTER_LOG_OUT = 10 * MINUTE

/** When the browser sent an interrupted form, and until when that browser gets it back. */
interface InterruptedMark {
  typedAt: string
  until: number
}

const ENCRYPTION_PURPOSE = 'the mark of an interrupted form'

const createInterruptedCookie = ({ settings }: Pick<AppLoadContext, 'settings'>, options = {}) =>
  createSiteCookie(settings, 'interrupted', options)

/** Until when a form sent now can be restored, as a timestamp in ms. It is in the past if the log-out was too long ago. */
export function getRestorableUntil({ endedAt }: FormerSession): number {
  return endedAt
    ? Date.parse(endedAt) + RESTORABLE_AFTER_LOG_OUT
    : Date.now() + getRetentionDays('interruptedForms') * DAY
}

/** The Set-Cookie header that lets only the browser that sent an interrupted form have it back. */
export function createInterruptedCookieHeader(context: AppLoadContext, mark: InterruptedMark): Promise<string> {
  // Encrypted, so that a person at the device can't extend the time.
  const encrypted = encrypt(context.sign, ENCRYPTION_PURPOSE, JSON.stringify(mark))
  return createInterruptedCookie(context, { maxAge: Math.ceil((mark.until - Date.now()) / 1000) }).serialize(encrypted)
}

/** Returns, once, the form that this browser sent on this page when `user` was logged out; or null. */
export async function takeInterruptedForm(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  user: Account,
): Promise<InterruptedForm | null> {
  const sent = request.headers.get('Cookie')
  if (!sent?.includes('riverbank_interrupted=')) return null
  const encrypted: unknown = await createInterruptedCookie(context).parse(sent)
  const mark: InterruptedMark | null = JSON.parse(
    (typeof encrypted === 'string' && decrypt(context.sign, ENCRYPTION_PURPOSE, encrypted)) || 'null',
  )
  if (!mark || mark.until <= Date.now()) return null
  return removeInterruptedForm(context.db, user.id, toPagePath(new URL(request.url)), mark.typedAt)
}
