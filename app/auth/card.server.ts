import type { AppLoadContext } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { holderOf, takeCard, takeDayCode } from '~/domain/cards/cards.server'
import { Refused } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { siteCookie } from '~/http/gate/cookies.server'
import { limits } from '~/http/limits/limits.server'
import { countWrong, requireFewWrong, TOO_MANY_TRIES } from '~/http/limits/wrong-secrets.server'
import type { Database } from '~db/schema'
import { isKnownDevice } from './device.server'
import { type Asking, enter } from './identity.server'
import { startSession } from './sessions.server'

const TEN_MINUTES = 600

const cardCookie = ({ settings }: AppLoadContext) => siteCookie(settings, 'card', { maxAge: TEN_MINUTES })

/** The Set-Cookie header that has the next pages know a card, instead of their address: that stays in a shared tablet's history. */
export const cardHeader = (context: AppLoadContext, token: string) => cardCookie(context).serialize(token)

const forgottenCardHeader = (context: AppLoadContext) => cardCookie(context).serialize('', { maxAge: 0 })

/** The secret of the card that was scanned in this browser within ten minutes, or null. */
async function scanned({ request, context }: Asking): Promise<string | null> {
  const token: unknown = await cardCookie(context).parse(request.headers.get('Cookie'))
  return typeof token === 'string' && token ? token : null
}

/** Whose card was scanned: null without one, 'unknown' for one that opens nothing. Throws Refused, 429, after too many of these. */
export async function scannedCard(asking: Asking) {
  const token = await scanned(asking)
  return token ? ((await holderOf(asking.context.db, token)) ?? refuseCard(asking.context)) : null
}

function refuseCard(context: AppLoadContext): 'unknown' {
  countWrong(limits.cards, context, 'log-in refused', { reason: 'card' })
  return 'unknown'
}

/** Logs in by the card that was scanned. Throws Refused, as takeCard does, and 429. */
export async function logInByCard(asking: Asking, digits: string): Promise<Headers> {
  const { context } = asking
  const { db, seal } = context
  requireFewWrong(limits.cards, context, 'digits')
  const token = (await scanned(asking)) ?? ''
  const begun = await takeCard(db, seal, { token, digits }, begin).catch((error: unknown) => {
    if (error instanceof Refused) refuseCard(context)
    throw error
  })
  return opened(asking, begun)
}

/** Logs in by a code for the day. Throws Refused for the field 'code': 400, 429. Guesses from devices that nobody logged in on count in all. */
export async function logInByDayCode(asking: Asking, code: string): Promise<Headers> {
  const { context, request } = asking
  const { db, seal, network } = context
  const isKnown = await isKnownDevice(context, request.headers.get('Cookie') ?? undefined)
  const inAll = isKnown ? limits.dayCodesOnDevices : limits.dayCodesInAll
  const wait = Math.max(limits.dayCodes.take(network), inAll.take('all'))
  if (wait > 0) {
    logSecurity('too many', { network, userId: null, status: 429, reason: inAll.name }, 'warn')
    throw new Refused(429, TOO_MANY_TRIES, { field: 'code', retryAfter: wait })
  }
  const begun = await takeDayCode(db, seal, code, begin)
  if (!begun) {
    logSecurity('log-in refused', { network, userId: null, status: 400, reason: 'code for a day' }, 'warn')
    throw new Refused(400, 'This code is not right. Look at it, and type it again.', { field: 'code' })
  }
  limits.dayCodes.giveBack(network)
  inAll.giveBack('all')
  return opened(asking, begun)
}

/** A session that ends with the browser, or after twelve hours: cards are used on shared tablets. */
async function begin(change: Database, account: Account) {
  return { account, secrets: await startSession(change, account.id, false, { byCard: true }) }
}

/** The headers of the new session. The device is not known by it: whoever has a copy of a card gets no tries of their own. */
async function opened(asking: Asking, { account, secrets }: Awaited<ReturnType<typeof begin>>): Promise<Headers> {
  const { context } = asking
  const headers = await enter(asking, secrets, false)
  headers.append('Set-Cookie', await forgottenCardHeader(context))
  logSecurity('log-in', { network: context.network, userId: account.id, reason: 'card' })
  return headers
}
