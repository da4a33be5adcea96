import type { IncomingMessage } from 'node:http'
import type { ActionFunctionArgs, AppLoadContext, Cookie } from '@remix-run/node'
import { type Account, isTutor, type Tutor } from '~/domain/accounts/account'
import { siteCookie } from './cookies.server'
import { findFirstStep, forgottenFirstStepHeader, mustSetUpSecondStep } from './second-step.server'
import { endSession, findSession, type Session, type SessionSecrets } from './sessions.server'

/** The arguments of a loader or an action, which tell who the user is. */
export interface Asking {
  request: Request
  context: AppLoadContext
}

export interface Presenting {
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

export const cookieSecret = (asking: Presenting) => secretIn(sessionCookie(asking.context), asking.request)
export const formerSecret = (asking: Presenting) => secretIn(formerCookie(asking.context), asking.request)

async function secretIn(cookie: Cookie, request: Presenting['request']): Promise<string | null> {
  const secret: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof secret === 'string' && secret ? secret : null
}

/** Where a second step is set up. With SECOND_STEP=required, a tutor without one can open nothing else. */
export const SECOND_STEP_PAGE = '/dashboard/password/second-step'

/** Whose session a request has, for what everybody may read and a logged-in person more of; null where requireUser would refuse. */
export async function userIfAny(asking: Asking): Promise<Account | null> {
  const session = await whoIsAsking(asking)
  return session && !(await mustSetUpSecondStep(asking.context, session.user)) ? session.user : null
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

/** The session that a request was let in with. Throws an Error in a loader or an action whose route is open to anyone. */
export function sessionOf({ context }: Pick<Asking, 'context'>): Session {
  if (!context.session) throw new Error('this route asks nobody who they are')
  return context.session
}

/** Who was let in. Throws as sessionOf does. */
export const userOf = (asking: Pick<Asking, 'context'>): Account => sessionOf(asking).user

/** The tutor who was let in. Throws as sessionOf does, and where the route lets students in too. */
export function tutorOf(asking: Pick<Asking, 'context'>): Tutor {
  const user = userOf(asking)
  if (!isTutor(user)) throw new Error('this route lets in more than tutors')
  return user
}

/** A `next` address that leads to the portal's pages or files as a browser would write it, else the dashboard (OWASP, redirects). */
export function afterLogIn(next: string | null): string {
  if (!next || !/^\/(dashboard|files)(\/|\?|$)/.test(next) || next.includes('//')) return '/dashboard'
  const { pathname, search } = new URL(next, 'http://riverbank.invalid')
  return pathname + search === next ? next : '/dashboard'
}
