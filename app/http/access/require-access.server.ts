import { redirect } from '@remix-run/node'
import { createScannedPageHeader } from '~/auth/card.server'
import {
  findRequestSession,
  hasAccess,
  type RequestArgs,
  readBearerToken,
  readFormerSessionCookie,
  readSessionCookie,
  SECOND_STEP_PAGE,
} from '~/auth/identity.server'
import { createInterruptedCookieHeader, getRestorableUntil } from '~/auth/interrupted.server'
import { mustSetUpSecondStep } from '~/auth/second-step.server'
import { findFormerSession, type Session } from '~/auth/sessions.server'
import { storeInterruptedForm, toPagePath } from '~/domain/interrupted-forms/interrupted-forms.server'
import { createRefusalResponse, isApiRequest } from '~/http/errors/refusal'
import { createReturnedFormResponse, readForm, readReturnableForm, refuseForm } from '~/http/forms/body'
import { redirectWithMessage } from '~/http/forms/message.server'
import { TEXT_LIMIT } from '~/http/limits/bodies'
import type { AccessLevel } from '~/screen'
import { formatTime } from '~/ui/dates'

/**
 * The session of a request, or undefined at a public address. Throws what requireUser throws; 403 for a student at a tutors' address, and
 * without a declared access.
 */
export async function requireAccess(args: RequestArgs, who: AccessLevel | undefined): Promise<Session | undefined> {
  if (who === 'anyone') return undefined
  if (!who) throw createRefusalResponse(args.request, 403, { message: 'Nobody can open this.' })
  const session = who === 'session' ? await requireSession(args) : await requireUser(args)
  if (!hasAccess(session.user, who)) throw await createForbiddenResponse(args, session)
  return session
}

const ONLY_TUTORS = 'Only tutors can do this.'

/** The response to a student at a tutors' address, with what was typed. */
async function createForbiddenResponse(args: RequestArgs, { user }: Session): Promise<Response> {
  const { request, context } = args
  const { network, securityLog, state } = context
  const { method } = request
  const place = state.route?.pattern
  securityLog.record('forbidden', { network, userId: user.id, status: 403, method, place, reason: 'role' }, 'warn')
  return isApiRequest(request)
    ? createRefusalResponse(request, 403, { message: ONLY_TUTORS })
    : refuseForm(args, 403, ONLY_TUTORS)
}

/** The session of the request. Throws a redirect to the log-in for a page, 401 for an API call, and what requireSecondStep throws. */
export async function requireUser(args: RequestArgs): Promise<Session> {
  const session = await requireSession(args)
  await requireSecondStep(args, session)
  return session
}

/**
 * Stops users who must set up a second step first. Throws a Response: 403 for an API call or a form with text, else a redirect to
 * SECOND_STEP_PAGE.
 */
export async function requireSecondStep(args: RequestArgs, { user }: Session): Promise<void> {
  const { request, context } = args
  if (!(await mustSetUpSecondStep(context, user)) || new URL(request.url).pathname === SECOND_STEP_PAGE) return
  if (!isApiRequest(request) && !readBearerToken(request)) {
    await returnTypedForm(args, 403, SECOND_STEP_FIRST)
    throw redirect(SECOND_STEP_PAGE, { status: 303 })
  }
  const message = `Tutors need a second step here. Please log in on the website and set it up first (${SECOND_STEP_PAGE}).`
  throw createRefusalResponse(request, 403, { message })
}

/** Like requireUser, without the second step: for what every session may do, such as logging out. */
async function requireSession(args: RequestArgs): Promise<Session> {
  const session = await findRequestSession(args)
  if (session) return session
  const { request } = args
  if (isApiRequest(request) || readBearerToken(request))
    throw createRefusalResponse(request, 401, { message: 'Please log in.' })
  const stored = await storeTypedForm(args)
  if (stored) throw stored
  await returnTypedForm(args, 401, NOT_LOGGED_IN)
  const scanned = await createScannedPageHeader(args)
  throw redirect(getLogInPath(request), { status: 303, headers: scanned ? { 'Set-Cookie': scanned } : {} })
}

const SECOND_STEP_FIRST = 'This was not saved. Please set up your second step first.'
const SEND_IT_AGAIN = 'Please use another window to log in, then go back to your form and send it again.'
const TOO_LARGE_AFTER_LOG_OUT = `You were logged out, and you can only send a file while you are logged in. ${SEND_IT_AGAIN}`
const TOO_LARGE_TO_STORE = `You were logged out, and this is too long for us to save for you. ${SEND_IT_AGAIN}`
const NOT_LOGGED_IN =
  'You are not logged in, so this was not saved. Please use another window to log in, then come back here and send it again.'

/**
 * Stores a form sent after its session ended, for the same person in the same browser, and redirects to the log-in and back. Throws what
 * readForm throws, and 413 for a form that is too large. Null when the person is not known or the log-out was too long ago.
 */
async function storeTypedForm({ request, context }: RequestArgs): Promise<Response | null> {
  if (request.method !== 'POST') return null
  const cookie =
    (await readSessionCookie({ request, context })) ?? (await readFormerSessionCookie({ request, context }))
  // Only a known person's form is read and stored: anyone can send a forged cookie.
  const former = cookie ? await findFormerSession(context.db, cookie) : null
  if (!former) return null
  const until = getRestorableUntil(former)
  if (until <= Date.now()) return null
  const path = toPagePath(new URL(request.url))
  const form = await readForm({ request, context }, { limit: TEXT_LIMIT, tooLarge: TOO_LARGE_AFTER_LOG_OUT })
  const typedAt = await storeInterruptedForm(context.db, former.userId, path, form)
  if (!typedAt) throw createRefusalResponse(request, 413, { message: TOO_LARGE_TO_STORE })
  const before = former.endedAt ? ` before ${formatTime(new Date(until).toISOString())}` : ''
  const headers = new Headers({ 'Set-Cookie': await createInterruptedCookieHeader(context, { typedAt, until }) })
  const message = {
    kind: 'error',
    title: 'Please log in again',
    text: `You were logged out. Log in on this device${before}, and what you typed will be there. You will have to choose any file again.`,
  } as const
  return redirectWithMessage(context, `/portal?next=${encodeURIComponent(path)}`, message, headers)
}

/**
 * Throws `status` with the fields of a form that can't be taken now, so that its page gives them back; nothing is stored. The page's
 * loaders, after its action, throw the same. Returns if nothing was typed, or more than a page gives back. Throws what readForm throws.
 */
async function returnTypedForm(args: RequestArgs, status: number, message: string): Promise<void> {
  const { state } = args.context
  if (state.createFormRefusal) throw state.createFormRefusal()
  const returned = await readReturnableForm(args, message)
  if (!returned) return
  state.createFormRefusal = () => createReturnedFormResponse(status, returned)
  throw state.createFormRefusal()
}

function getLogInPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return (request.method === 'GET' || request.method === 'HEAD') && pathname !== '/dashboard'
    ? `/portal?next=${encodeURIComponent(pathname + search)}`
    : '/portal'
}
