import type { AppLoadContext } from '@remix-run/node'
import { createSiteCookie } from '~/auth/cookies.server'
import type { Account } from '~/domain/accounts/account'
import { createDayCodeRefusal, findCardHolder, logInWithCard, logInWithDayCode } from '~/domain/cards/cards.server'
import type { DayCode } from '~/domain/cards/schema'
import { limits } from '~/domain/limits/limits.server'
import { Refused } from '~/domain/refused'
import { logSecurity, type SecurityDetails } from '~/security-log.server'
import type { Database } from '~db/schema'
import { createLogInHeaders, type RequestArgs } from './identity.server'
import { startSession } from './sessions.server'

const TEN_MINUTES = 600

const cardCookie = ({ settings }: AppLoadContext) => createSiteCookie(settings, 'card', { maxAge: TEN_MINUTES })

/** The Set-Cookie header that has the next pages know a card, instead of their address: that stays in a shared tablet's history. */
export const createCardCookieHeader = (context: AppLoadContext, token: string) => cardCookie(context).serialize(token)

const forgottenCardHeader = (context: AppLoadContext) => cardCookie(context).serialize('', { maxAge: 0 })

/** The secret of the card that was scanned in this browser within ten minutes, or null. */
async function scanned({ request, context }: RequestArgs): Promise<string | null> {
  const token: unknown = await cardCookie(context).parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token ? token : null
}

/** Whose card was scanned: null without one, 'unknown' for one that opens nothing. */
export async function findScannedCard(args: RequestArgs) {
  const token = await scanned(args)
  if (!token) return null
  const holder = await findCardHolder(args.context.db, token)
  if (!holder) logRefused(args.context, { status: 404, reason: 'card' })
  return holder ?? ('unknown' as const)
}

function logRefused({ network }: AppLoadContext, details: SecurityDetails): void {
  logSecurity('log-in refused', { network, userId: null, ...details }, 'warn')
}

/** Logs in by the card that was scanned. Throws Refused, as logInWithCard does. */
export async function logInByCard(args: RequestArgs, digits: string): Promise<Headers> {
  const { context } = args
  const token = (await scanned(args)) ?? ''
  return opened(args, 'card', logInWithCard(context.db, context.sign, { token, digits }, begin))
}

/** Logs in by a username and a code for the day. Throws createDayCodeRefusal. */
export async function logInByDayCode(args: RequestArgs, typed: DayCode): Promise<Headers> {
  const { context } = args
  const taking = logInWithDayCode(context.db, context.sign, typed, begin)
  return opened(
    args,
    'code for a day',
    taking.then((started) => started ?? refuseWithoutCode(typed)),
  )
}

/** Refuses a username without a code as one with a code, so that a stranger does not learn who has one. */
async function refuseWithoutCode({ username }: DayCode): Promise<never> {
  await limits.dayCodesOfNobody.take(username)
  throw createDayCodeRefusal((await limits.dayCodesOfNobody.wait(username)) > 0)
}

/** A session that ends with the browser, or after twelve hours: cards are used on shared tablets. */
async function begin(change: Database, account: Account, cardEndsAt: string) {
  return { account, secrets: await startSession(change, account.id, false, { cardEndsAt }) }
}

/** The headers of the session that a log-in begins. They make no known device: a copied card would otherwise get log-in tries of its own. */
async function opened(args: RequestArgs, reason: string, taking: ReturnType<typeof begin>): Promise<Headers> {
  const { context } = args
  const { account, secrets } = await taking.catch((error: unknown) => {
    if (error instanceof Refused) logRefused(context, { status: error.status, reason })
    throw error
  })
  const headers = await createLogInHeaders(args, secrets, false)
  headers.append('Set-Cookie', await forgottenCardHeader(context))
  logSecurity('log-in', { network: context.network, userId: account.id, reason })
  return headers
}
