import type { IncomingMessage } from 'node:http'
import { type ActionFunctionArgs, type AppLoadContext, type Cookie, redirect } from '@remix-run/node'
import { type Account, isTutor, type Tutor } from '~/domain/accounts/account'
import { keepInterrupted, pagePath } from '~/domain/interrupted-forms/interrupted-forms.server'
import { isApi, refusal } from '~/http/errors/refusal'
import { logSecurity, placeOf } from '~/http/errors/security-log.server'
import { readForm } from '~/http/forms/body'
import { redirectWithMessage } from '~/http/forms/message.server'
import { siteCookie } from '~/http/gate/cookies.server'
import { TEXT_LIMIT } from '~/http/limits/body-sizes'
import type { Who } from '~/screen'
import { timeInWords } from '~/ui/dates'
import { givenBackUntil, markHeader } from './interrupted.server'
import { findFirstStep, forgottenFirstStepHeader, mustSetUpSecondStep } from './second-step.server'
import { endSession, findFormerSession, findSession, type Session, type SessionSecrets } from './sessions.server'

/** The arguments of a loader or an action, which tell who the user is. */
export interface Asking {
  request: Request
  context: AppLoadContext
}

interface Presenting {
  request: Pick<Request, 'headers'>
  context: Pick<AppLoadContext, 'db' | 'settings'>
}

const THIRTY_DAYS = 30 * 24 * 3600

function sessionCookie({ settings }: Pick<AppLoadContext, 'settings'>) {
  return siteCookie(settings, 'session')
}

/** The Set-Cookie header for a new session: it ends with the browser unless the user asked to be remembered. */
export function sessionHeader(context: AppLoadContext, secret: string, remember: boolean): Promise<string> {
  return sessionCookie(context).serialize(secret, remember ? { maxAge: THIRTY_DAYS } : {})
}

/** Remembers whose session ended in this browser, so that a form left open in another tab is kept for that person. Grants nothing. */
const formerCookie = ({ settings }: Pick<AppLoadContext, 'settings'>) => siteCookie(settings, 'former')

/** The headers that clear the session cookie and the portal's pages and files in the browser's cache. */
export async function endedSessionHeaders({ request, context }: Asking): Promise<Headers> {
  const headers = new Headers({
    'Set-Cookie': await sessionCookie(context).serialize('', { maxAge: 0 }),
    'Clear-Site-Data': '"cache"',
  })
  const ended = await cookieSecret({ request, context })
  if (ended) headers.append('Set-Cookie', await formerCookie(context).serialize(ended))
  return headers
}

/** The headers that start a new session. The one that the browser's cookie held before ends: two people may share a computer. */
export async function enter(
  { request, context }: Asking,
  { cookie }: SessionSecrets,
  remember: boolean,
): Promise<Headers> {
  const headers = new Headers({ 'Set-Cookie': await sessionHeader(context, cookie, remember) })
  const former = await formerSecret({ request, context })
  if (former) headers.append('Set-Cookie', await formerCookie(context).serialize('', { maxAge: 0 }))
  const brought = await cookieSecret({ request, context })
  // What the browser kept for somebody else goes, as at a log-out.
  if (former || brought) headers.set('Clear-Site-Data', '"cache"')
  const before = brought && (await findSession(context.db, 'cookie', brought))
  if (before) await endSession(context.db, before.id)
  if (await findFirstStep({ request, context })) headers.append('Set-Cookie', await forgottenFirstStepHeader(context))
  return headers
}

/** The Bearer token of a request, valid or not; null where Authorization has none, which is as if it were not there. */
export function bearerToken(request: Presenting['request']): string | null {
  return /^Bearer\s+(\S.*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null
}

/** True when the request carries a Bearer token or a session cookie, valid or not. */
export async function hasCredentials({ request, context }: Asking): Promise<boolean> {
  return bearerToken(request) !== null || (await cookieSecret({ request, context })) !== null
}

/** The live session of a request, by Bearer token when it has one, else by cookie; or null. */
export async function whoIsAsking({ request, context }: Presenting): Promise<Session | null> {
  const token = bearerToken(request)
  if (token) return findSession(context.db, 'token', token)
  const cookie = await cookieSecret({ request, context })
  return cookie ? findSession(context.db, 'cookie', cookie) : null
}

/** Whether a tutor asks, where an address gives them more than others. */
export async function isTutorAsking(asking: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<boolean> {
  const session = await whoIsAsking(asking)
  return session?.user.role === 'tutor' && !(await mustSetUpSecondStep(asking.context, session.user))
}

const cookieSecret = (asking: Presenting) => secretIn(sessionCookie(asking.context), asking.request)
const formerSecret = (asking: Presenting) => secretIn(formerCookie(asking.context), asking.request)

async function secretIn(cookie: Cookie, request: Presenting['request']): Promise<string | null> {
  const secret: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof secret === 'string' && secret ? secret : null
}

/** The session of the request. Throws a redirect to the log-in for a page, 401 for a call, and what requireSecondStep throws. */
export async function requireUser(asking: Asking): Promise<Session> {
  const session = await requireSession(asking)
  await requireSecondStep(asking, session)
  return session
}

/** Where a second step is set up. With SECOND_STEP=required, a tutor without one can open nothing else. */
export const SECOND_STEP_PAGE = '/dashboard/password/second-step'

/** Passes users who need not set up a second step first. Throws a Response: 403 for an API call, else a redirect to SECOND_STEP_PAGE. */
export async function requireSecondStep({ request, context }: Asking, { user }: Session): Promise<void> {
  if (!(await mustSetUpSecondStep(context, user)) || new URL(request.url).pathname === SECOND_STEP_PAGE) return
  if (!isApi(request) && !bearerToken(request)) throw redirect(SECOND_STEP_PAGE, { status: 303 })
  const message = `Tutors need a second step here. Please log in on the website and set it up first (${SECOND_STEP_PAGE}).`
  throw refusal(request, 403, { message })
}

/** Whose session a request has, for what everybody may read and a logged-in person more of; null where requireUser would refuse. */
export async function userIfAny(asking: Asking): Promise<Account | null> {
  const session = await whoIsAsking(asking)
  return session && !(await mustSetUpSecondStep(asking.context, session.user)) ? session.user : null
}

/** As requireUser, but without the second step: for what every session may do, such as ending itself. */
async function requireSession(asking: Asking): Promise<Session> {
  const session = await whoIsAsking(asking)
  if (session) return session
  const { request } = asking
  if (isApi(request) || bearerToken(request)) throw refusal(request, 401, { message: 'Please log in.' })
  throw (await keepWhatWasTyped(asking)) ?? redirect(portalAddress(request), { status: 303 })
}

const SEND_IT_AGAIN = 'Please use another window to log in, then go back to your form and send it again.'
const TOO_LARGE_AFTER_LOG_OUT = `You were logged out, and a file can only be sent by somebody who is logged in. ${SEND_IT_AGAIN}`
const TOO_MUCH_TO_KEEP = `You were logged out, and this is too much to keep for you. ${SEND_IT_AGAIN}`
const LONG_LOGGED_OUT = `You were logged out, so this was not saved. ${SEND_IT_AGAIN}`

/**
 * When a session expired or was ended while a form was open: keeps what was typed for the same person in the same browser, and redirects
 * to the log-in and back. Throws what readForm throws; 401 when the log-out was too long ago, 413 for what is too large.
 */
async function keepWhatWasTyped({ request, context }: Asking): Promise<Response | null> {
  if (request.method !== 'POST') return null
  const cookie = (await cookieSecret({ request, context })) ?? (await formerSecret({ request, context }))
  // Only a known person's form is read and stored: anybody can send a forged cookie.
  const former = cookie ? await findFormerSession(context.db, cookie) : null
  if (!former) return null
  const until = givenBackUntil(former)
  if (until <= Date.now()) throw refusal(request, 401, { message: LONG_LOGGED_OUT })
  const path = pagePath(new URL(request.url))
  const form = await readForm(request, { limit: TEXT_LIMIT, tooLarge: TOO_LARGE_AFTER_LOG_OUT })
  const typedAt = await keepInterrupted(context.db, former.userId, path, form)
  if (!typedAt) throw refusal(request, 413, { message: TOO_MUCH_TO_KEEP })
  const before = former.endedAt ? ` before ${timeInWords(new Date(until).toISOString())}` : ''
  const headers = new Headers({ 'Set-Cookie': await markHeader(context, { typedAt, until }) })
  const message = {
    kind: 'error',
    title: 'Please log in again',
    text: `You were logged out. Log in on this device${before}, and what you typed will be there. You will have to choose any file again.`,
  } as const
  return redirectWithMessage(context, `/portal?next=${encodeURIComponent(path)}`, message, headers)
}

/** The id of the tutor whose live session a request has, for who may send a file; else null. */
export async function whoMayAddFiles(
  { headers: { authorization, cookie } }: Pick<IncomingMessage, 'headers'>,
  context: Presenting['context'],
): Promise<number | null> {
  const headers = new Headers({ ...(authorization && { authorization }), ...(cookie && { cookie }) })
  const session = await whoIsAsking({ request: { headers }, context })
  return session && isTutor(session.user) ? session.user.id : null
}

const letIn = new WeakMap<Request, Session>()

/** Lets a request in where `who` may ask. Throws what requireUser throws; 403 for a student where only tutors may, or nobody may. */
export async function requireAccess(asking: Asking, who: Who | undefined): Promise<void> {
  if (who === 'anyone') return
  if (!who) throw refusal(asking.request, 403, { message: 'Nobody can open this.' })
  const session = who === 'session' ? await requireSession(asking) : await requireUser(asking)
  if (who === 'tutor' && !isTutor(session.user)) throw forbidden(asking, session)
  letIn.set(asking.request, session)
}

function forbidden({ request, context: { network } }: Asking, { user }: Session): Response {
  const { method, url } = request
  const place = placeOf(new URL(url).pathname)
  logSecurity('forbidden', { network, userId: user.id, status: 403, method, place, reason: 'role' }, 'warn')
  return refusal(request, 403, { message: 'Only tutors can do this.' })
}

/** The session that a request was let in with. Throws an Error in a loader or an action whose route is open to anyone. */
export function sessionOf({ request }: Pick<Asking, 'request'>): Session {
  const session = letIn.get(request)
  if (!session) throw new Error('this route asks nobody who they are')
  return session
}

/** Who was let in. Throws as sessionOf does. */
export const userOf = (asking: Pick<Asking, 'request'>): Account => sessionOf(asking).user

/** The tutor who was let in. Throws as sessionOf does, and where the route lets students in too. */
export function tutorOf(asking: Pick<Asking, 'request'>): Tutor {
  const user = userOf(asking)
  if (!isTutor(user)) throw new Error('this route lets in more than tutors')
  return user
}

function portalAddress(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return request.method === 'GET' && pathname !== '/dashboard'
    ? `/portal?next=${encodeURIComponent(pathname + search)}`
    : '/portal'
}

/** A `next` address that leads to the portal's pages or files as a browser would write it, else the dashboard (OWASP, redirects). */
export function afterLogIn(next: string | null): string {
  if (!next || !/^\/(dashboard|files)(\/|\?|$)/.test(next) || next.includes('//')) return '/dashboard'
  const { pathname, search } = new URL(next, 'http://riverbank.invalid')
  return pathname + search === next ? next : '/dashboard'
}
