import type { AppLoadContext } from '@remix-run/node'
import { createSiteCookie } from '~/auth/cookies.server'
import type { Account } from '~/domain/accounts/account'
import { createDayCodeRefusal, findCardHolder, logInWithCard, logInWithDayCode } from '~/domain/cards/cards.server'
import type { DayCode } from '~/domain/cards/schema'
import { limits } from '~/domain/limits/limits.server'
import { Refused } from '~/domain/refused'
import { paths } from '~/paths'
import { getRefusalStatus } from '~/refusal-status'
import type { SecurityDetails } from '~/security-log.server'
import type { Database } from '~db/schema'
import { createLogInHeaders, type RequestArgs } from './identity.server'
import { openLink } from './secret-links.server'
import { startSession } from './sessions.server'

const TEN_MINUTES = 600

const createCardCookie = ({ settings }: AppLoadContext) => createSiteCookie(settings, 'card', { maxAge: TEN_MINUTES })

/** The Set-Cookie header that passes a card to the next pages. Their address would stay in a shared tablet's history. */
export async function createCardCookieHeader(args: RequestArgs, token: string): Promise<string> {
  const { path } = await readCardCookie(args)
  return createCardCookie(args.context).serialize(`${token} ${path}`)
}

/** A student's page that a code opens. After the log-in that it asks for, even by card, the student gets there. */
const SCANNED_PAGE = /^\/dashboard\/steps\/\d{1,15}$/

/** The Set-Cookie header that remembers such a page for a log-in by card; null for other pages. */
export async function createScannedPageHeader({ request, context }: RequestArgs): Promise<string | null> {
  const { pathname } = new URL(request.url)
  const isScanned = context.settings.signInCards && SCANNED_PAGE.test(pathname)
  return isScanned ? createCardCookie(context).serialize(` ${pathname}`) : null
}

/** The page that a code opened before the log-in; the dashboard without one. */
export async function readScannedPage(args: RequestArgs): Promise<string> {
  const { path } = await readCardCookie(args)
  return SCANNED_PAGE.test(path) ? path : paths.dashboard.index
}

/** The card's secret and the scanned page, with a space in between; each may be ''. */
async function readCardCookie({ request, context }: RequestArgs): Promise<{ token: string; path: string }> {
  const value: unknown = await createCardCookie(context).parse(request.headers.get('Cookie'))
  const [token = '', path = ''] = typeof value === 'string' ? value.split(' ') : []
  return { token, path }
}

const createClearedCardHeader = (context: AppLoadContext) => createCardCookie(context).serialize('', { maxAge: 0 })

/** The secret of the card that was scanned in this browser within ten minutes, or null. */
async function readScannedToken(args: RequestArgs): Promise<string | null> {
  return (await readCardCookie(args)).token || null
}

/** The holder of the scanned card: null without a card, 'unknown' for an invalid one. */
export async function findScannedCard(args: RequestArgs) {
  const token = await readScannedToken(args)
  if (!token) return null
  return (await openLink(args.context, 'sign-in card', token, findCardHolder)) ?? ('unknown' as const)
}

function logRefusal({ network, securityLog }: AppLoadContext, details: SecurityDetails): void {
  securityLog.record('log-in refused', { network, userId: null, ...details }, 'warn')
}

/** Logs in by the scanned card. Throws Refused, as logInWithCard does. */
export async function logInByCard(args: RequestArgs, digits: string): Promise<Headers> {
  const { context } = args
  const token = (await readScannedToken(args)) ?? ''
  return createCardLogInHeaders(
    args,
    'card',
    logInWithCard(context.db, context.sign, { token, digits }, startCardSession),
  )
}

/** Logs in by a username and a code for the day. Throws createDayCodeRefusal. */
export async function logInByDayCode(args: RequestArgs, typed: DayCode): Promise<Headers> {
  const { context } = args
  const pendingLogIn = logInWithDayCode(context.db, context.sign, typed, startCardSession)
  return createCardLogInHeaders(
    args,
    'code for a day',
    pendingLogIn.then((session) => session ?? refuseWithoutCode(typed)),
  )
}

/** Refuses a username without a code like one with a code, so that visitors can't learn who has a code. */
async function refuseWithoutCode({ username }: DayCode): Promise<never> {
  limits.unissuedDayCodes.take(username)
  throw createDayCodeRefusal(limits.unissuedDayCodes.wait(username) > 0)
}

/** A session that ends with the browser, or after twelve hours: cards are used on shared tablets. */
async function startCardSession(change: Database, account: Account, cardEndsAt: string) {
  return { account, secrets: await startSession(change, account.id, false, { cardEndsAt }) }
}

/** The headers of the new session. The device stays unknown: otherwise a copied card would get its own log-in attempts. */
async function createCardLogInHeaders(
  args: RequestArgs,
  reason: string,
  pendingLogIn: ReturnType<typeof startCardSession>,
): Promise<Headers> {
  const { context } = args
  const { account, secrets } = await pendingLogIn.catch((error: unknown) => {
    if (error instanceof Refused) logRefusal(context, { status: getRefusalStatus(error), reason })
    throw error
  })
  const headers = await createLogInHeaders(args, secrets, false)
  headers.append('Set-Cookie', await createClearedCardHeader(context))
  context.securityLog.record('log-in', { network: context.network, userId: account.id, reason })
  return headers
}
