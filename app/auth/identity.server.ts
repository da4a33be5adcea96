import { type AppLoadContext, createCookie, redirect } from '@remix-run/node'
import { readForm, UPLOAD_LIMIT } from '~/http/body'
import { cookieAttributes } from '~/http/cookies.server'
import { redirectWithMessage } from '~/http/message.server'
import { isApi, refusal } from '~/http/refusal'
import { logSecurity, placeOf } from '~/http/security-log.server'
import { keepInterrupted, pagePath } from './interrupted.server'
import { findSession, type Session } from './sessions.server'

/** What a loader or an action is given: who is asking is read from its request, answered from its database. */
export interface Asking {
  request: Request
  context: AppLoadContext
}

export const SESSION_COOKIE = 'riverbank_session'
const THIRTY_DAYS = 30 * 24 * 3600

function sessionCookie({ settings }: AppLoadContext) {
  return createCookie(SESSION_COOKIE, cookieAttributes(settings))
}

/** The Set-Cookie header for a new session: it ends with the browser unless the person asked to be remembered. */
export function sessionHeader(context: AppLoadContext, secret: string, remember: boolean): Promise<string> {
  return sessionCookie(context).serialize(secret, remember ? { maxAge: THIRTY_DAYS } : {})
}

/** The Set-Cookie header that forgets the session. */
export function endedSessionHeader(context: AppLoadContext): Promise<string> {
  return sessionCookie(context).serialize('', { maxAge: 0 })
}

/** The Bearer token of a request, or null. */
function bearerToken(request: Request): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null
}

/** True when the request claims to be someone, rightly or not: it brings a Bearer token or a session cookie. */
export async function hasCredentials({ request, context }: Asking): Promise<boolean> {
  return bearerToken(request) !== null || (await cookieSecret({ request, context })) !== null
}

/** The living session a request brings, by Bearer token when it has one, else by cookie; or null. */
export async function whoIsAsking({ request, context }: Asking): Promise<Session | null> {
  const token = bearerToken(request)
  if (token) return findSession(context.db, 'token', token)
  const cookie = await cookieSecret({ request, context })
  return cookie ? findSession(context.db, 'cookie', cookie) : null
}

async function cookieSecret({ request, context }: Asking): Promise<string | null> {
  const secret: unknown = await sessionCookie(context).parse(request.headers.get('Cookie'))
  return typeof secret === 'string' && secret ? secret : null
}

/** The session of whoever is asking. Throws a Response when there is none: to the log-in for a page, 401 for a call. */
export async function requireUser(asking: Asking): Promise<Session> {
  const session = await whoIsAsking(asking)
  if (session) return session
  const { request } = asking
  if (isApi(request) || bearerToken(request)) throw refusal(request, 401, { message: 'Please log in.' })
  throw (await keepWhatWasTyped(asking)) ?? redirect(portalAddress(request), { status: 303 })
}

/** When a session ended in the middle of a form: keeps its words for the same person, and leads to the log-in and back. */
async function keepWhatWasTyped({ request, context }: Asking): Promise<Response | null> {
  const cookie = request.method === 'POST' ? await cookieSecret({ request, context }) : null
  if (!cookie) return null
  const path = pagePath(new URL(request.url))
  if (!(await keepInterrupted(context.db, cookie, path, await readForm(request, UPLOAD_LIMIT)))) return null
  return redirectWithMessage(context, `/portal?next=${encodeURIComponent(path)}`, {
    kind: 'error',
    title: 'Please log in again',
    text: 'You were logged out. What you typed is kept and will be there after you log in. A file has to be chosen again.',
  })
}

/** The tutor's session. Throws a Response when nobody (as requireUser) or a student (403) is asking. */
export async function requireTutor(asking: Asking): Promise<Session> {
  const session = await requireUser(asking)
  if (session.user.role === 'tutor') return session
  const { method, url } = asking.request
  const place = placeOf(new URL(url).pathname)
  const { network } = asking.context
  logSecurity('forbidden', { network, userId: session.user.id, status: 403, method, place, reason: 'role' }, 'warn')
  throw refusal(asking.request, 403, { message: 'Only tutors can do this.' })
}

/** The log-in's address; it leads back to the page that was asked for, where that is a page below the dashboard's first. */
function portalAddress(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return request.method === 'GET' && pathname !== '/dashboard'
    ? `/portal?next=${encodeURIComponent(pathname + search)}`
    : '/portal'
}

/** A `next` address when it leads to the portal's own pages or files, else the dashboard: a log-in never sends anyone elsewhere. */
export function afterLogIn(next: string | null): string {
  return next && /^\/(dashboard|files)(\/|\?|$)/.test(next) && !next.includes('\\') ? next : '/dashboard'
}
