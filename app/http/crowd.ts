import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import PQueue from 'p-queue'
import { logInRefusal } from '~/auth/log-in-words'
import { QUEUE_WAIT } from '~/domain/accounts/password.server'
import { answer } from './gate'
import { networkOf } from './network'
import { logSecurity } from './security-log.server'

/** As many strangers' log-ins as Remix has at once: two whose passwords are looked at, and two on their way in or out. */
const INSIDE = 4
/** More than would find their turn within a second or so are told to come again; the form comes back to them when it is their turn. */
const PLACES = 32
/** And more than these wait for nothing. */
const MOST_WAITING = 200
/** A log-in that takes longer is no reason to keep others out. */
const LONGEST_PLACE = 3000
/** A form of two hundred bytes comes along with its head, but for the weakest of lines. */
const LONGEST_BODY = 10_000
const LOOK_AGAIN = 50

/** Every spelling of the log-in's addresses that Remix would take for them. */
const isLogIn = ({ method, path }: Request) =>
  method === 'POST' && /^\/(api\/login|(login|portal)(\.data)?)\/?$/i.test(path)

/**
 * Lets strangers' log-ins in a few at a time. Two hundred at once would have Remix render two hundred pages before anything
 * else has its turn, /healthz among it. Whoever comes on a device that logged in before (`isKnown`) goes in at once.
 * `response.locals.isCrowded` tells the log-in that it need not look at the password.
 */
export function logInsInTurn(
  isKnown: (request: Request) => Promise<boolean>,
  longestPlace = LONGEST_PLACE,
): RequestHandler {
  const lane = new PQueue({ concurrency: INSIDE })
  return async (request, response, next) => {
    if (!isLogIn(request) || (await isKnown(request).catch(() => false))) return next()
    // Whoever sends the head of a log-in and keeps the rest back takes nobody's place.
    const hasCome = await hasArrived(request)
    if (isTooLarge(request)) return answer(request, response, 413, 'That is too large for a log-in.')
    if (!hasCome) return answer(request, response, 408, 'That took too long to arrive. Please try again.')
    const isCrowded = lane.size >= PLACES
    if ((isCrowded && request.path.startsWith('/api')) || lane.size >= MOST_WAITING) return turnAway(request, response)
    response.locals.isCrowded = isCrowded
    void lane.add(() => inside(response, next, longestPlace))
  }
}

/** True for more than Node holds unread, which is far more than any log-in: it says so, or has come in already. */
function isTooLarge(request: Request): boolean {
  const most = request.readableHighWaterMark
  return Number(request.headers['content-length'] ?? 0) >= most || request.readableLength >= most
}

/** True once the whole request is here, unread; false when it is too large, or has not come within ten seconds. */
async function hasArrived(request: Request): Promise<boolean> {
  await setImmediate()
  const isOver = () => request.complete || request.destroyed || isTooLarge(request)
  for (let waited = 0; waited < LONGEST_BODY && !isOver(); waited += LOOK_AGAIN) await setTimeout(LOOK_AGAIN)
  return request.complete
}

function turnAway(request: Request, response: Response) {
  logSecurity('password queue full', { network: networkOf(request.ip), status: 503 }, 'warn')
  response.set('Retry-After', String(QUEUE_WAIT))
  answer(request, response, 503, logInRefusal(503), { to: '/portal', words: 'Go back to the log-in' })
}

/** Lets one in, and is over when it has its answer, or had its place for long enough (milliseconds). */
function inside(response: Response, enter: () => void, longestPlace: number): Promise<void> {
  return new Promise((leave) => {
    if (response.destroyed) return leave()
    const patience = new AbortController()
    response.on('close', () => patience.abort())
    setTimeout(longestPlace, undefined, { signal: patience.signal }).then(leave, leave)
    enter()
  })
}
