import type { IncomingMessage } from 'node:http'
import type { ActionFunctionArgs, AppLoadContext, Cookie } from '@remix-run/node'
import { type Account, isTutor, type Tutor } from '~/domain/accounts/account'
import type { AccessLevel } from '~/screen'
import { createSiteCookie } from './cookies.server'
import { createClearedFirstStepHeader, findFirstStep, mustSetUpSecondStep } from './second-step.server'
import { endSession, findSession, type Session, type SessionSecrets } from './sessions.server'

/** The arguments of a loader or an action that identify the user. */
export interface RequestArgs {
  request: Request
  context: AppLoadContext
}

export interface CredentialArgs {
  request: Pick<Request, 'headers'>
  context: Pick<AppLoadContext, 'db' | 'settings'> & Partial<Pick<AppLoadContext, 'state'>>
}

const THIRTY_DAYS = 30 * 24 * 3600

function createSessionCookie({ settings }: Pick<AppLoadContext, 'settings'>) {
  return createSiteCookie(settings, 'session')
}

/** The Set-Cookie header for a new session: it ends with the browser unless the user chose to be remembered. */
export function createSessionCookieHeader(context: AppLoadContext, secret: string, remember: boolean): Promise<string> {
  return createSessionCookie(context).serialize(secret, remember ? { maxAge: THIRTY_DAYS } : {})
}

/** Remembers whose session ended in this browser, so that a form left open in another tab is stored for that person. Grants nothing. */
const createFormerSessionCookie = ({ settings }: Pick<AppLoadContext, 'settings'>) =>
  createSiteCookie(settings, 'former')

/** The headers that clear the session cookie and the portal's pages and files in the browser's cache. */
export async function createLogOutHeaders({ request, context }: RequestArgs): Promise<Headers> {
  const headers = new Headers({
    'Set-Cookie': await createSessionCookie(context).serialize('', { maxAge: 0 }),
    'Clear-Site-Data': '"cache"',
  })
  const endedSecret = await readSessionCookie({ request, context })
  if (endedSecret) headers.append('Set-Cookie', await createFormerSessionCookie(context).serialize(endedSecret))
  return headers
}

/** The headers that start a new session. The browser's previous session ends: two people may share a computer. */
export async function createLogInHeaders(
  { request, context }: RequestArgs,
  { cookie }: SessionSecrets,
  remember: boolean,
): Promise<Headers> {
  const headers = new Headers({ 'Set-Cookie': await createSessionCookieHeader(context, cookie, remember) })
  const formerSecret = await readFormerSessionCookie({ request, context })
  if (formerSecret) headers.append('Set-Cookie', await createFormerSessionCookie(context).serialize('', { maxAge: 0 }))
  const previousSecret = await readSessionCookie({ request, context })
  // Clear what the browser cached for another person, as at a log-out.
  if (formerSecret || previousSecret) headers.set('Clear-Site-Data', '"cache"')
  const previousSession = previousSecret && (await findSession(context.db, 'cookie', previousSecret))
  if (previousSession) await endSession(context.db, previousSession.id)
  if (await findFirstStep({ request, context }))
    headers.append('Set-Cookie', await createClearedFirstStepHeader(context))
  return headers
}

/** The Bearer token of a request, valid or not; null for no Authorization header or another scheme. */
export function readBearerToken(request: CredentialArgs['request']): string | null {
  return /^Bearer\s+(\S.*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null
}

/** True when the request carries a Bearer token or a session cookie, valid or not. */
export async function hasCredentials({ request, context }: RequestArgs): Promise<boolean> {
  return readBearerToken(request) !== null || (await readSessionCookie({ request, context })) !== null
}

/**
 * The live session of a request, by Bearer token when it has one, else by cookie; or null. The loaders of a page, which run together, share
 * one search (`state.sessions`).
 */
export function findRequestSession({ request, context }: CredentialArgs): Promise<Session | null> {
  const sessions = context.state?.sessions
  const credentials = `${request.headers.get('Authorization')}\n${request.headers.get('Cookie')}`
  const found = sessions?.get(credentials) ?? searchSession({ request, context })
  sessions?.set(credentials, found)
  return found
}

async function searchSession({ request, context }: CredentialArgs): Promise<Session | null> {
  const token = readBearerToken(request)
  const secret = token ?? (await readSessionCookie({ request, context }))
  return secret ? findSession(context.db, token ? 'token' : 'cookie', secret) : null
}

/** The tutor who sends a request to a public address that shows tutors more, or null. */
export async function findTutor(args: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<Tutor | null> {
  const session = await findRequestSession(args)
  if (!session || !isTutor(session.user)) return null
  return (await mustSetUpSecondStep(args.context, session.user)) ? null : session.user
}

export const readSessionCookie = (args: CredentialArgs) => readSecret(createSessionCookie(args.context), args.request)
export const readFormerSessionCookie = (args: CredentialArgs) =>
  readSecret(createFormerSessionCookie(args.context), args.request)

async function readSecret(cookie: Cookie, request: CredentialArgs['request']): Promise<string | null> {
  const secret: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof secret === 'string' && secret ? secret : null
}

/** The page to set up a second step. With SECOND_STEP=required, a tutor without one can open nothing else. */
export const SECOND_STEP_PAGE = '/dashboard/password/second-step'

/** The account of a request to a public address that shows more after a log-in; null where requireUser would refuse. */
export async function findUser(args: RequestArgs): Promise<Account | null> {
  const session = await findRequestSession(args)
  return session && !(await mustSetUpSecondStep(args.context, session.user)) ? session.user : null
}

/** True if a person's role has an access level. */
export const hasAccess = (user: Account, access: AccessLevel): boolean => access !== 'tutor' || isTutor(user)

/** The id of the person who sends a request, if they have the access; 'logged out' without a live session, else null. */
export async function findSender(
  { headers: { authorization, cookie } }: Pick<IncomingMessage, 'headers'>,
  access: AccessLevel,
  context: CredentialArgs['context'],
): Promise<number | 'logged out' | null> {
  const headers = new Headers({ ...(authorization && { authorization }), ...(cookie && { cookie }) })
  const session = await findRequestSession({ request: { headers }, context })
  if (!session) return 'logged out'
  const { user } = session
  const isAllowed = hasAccess(user, access) && (access === 'session' || !(await mustSetUpSecondStep(context, user)))
  return isAllowed ? user.id : null
}

/** The session that a request was let in with. Throws an Error in a loader or an action whose route is open to anyone. */
export function getSession({ context }: Pick<RequestArgs, 'context'>): Session {
  if (!context.state.session) throw new Error('this route does not require a session')
  return context.state.session
}

/** The account that was let in. Throws as getSession does. */
export const getUser = (args: Pick<RequestArgs, 'context'>): Account => getSession(args).user

/** The tutor who was let in. Throws as getSession does, and where the route lets students in too. */
export function getTutor(args: Pick<RequestArgs, 'context'>): Tutor {
  const user = getUser(args)
  if (!isTutor(user)) throw new Error('this route does not require a tutor')
  return user
}

/** A `next` address that leads to the portal's pages or files as a browser would write it, else the dashboard (OWASP, redirects). */
export function toSafeNextPath(next: string | null): string {
  if (!next || !/^\/(dashboard|files)(\/|\?|$)/.test(next) || next.includes('//')) return '/dashboard'
  const { pathname, search } = new URL(next, 'http://riverbank.invalid')
  return pathname + search === next ? next : '/dashboard'
}
