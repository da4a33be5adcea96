import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import PQueue from 'p-queue'
import { logInRefusal } from '~/auth/log-in-words'
import { QUEUE_WAIT } from '~/domain/accounts/password.server'
import { logSecurity } from '~/http/errors/security-log.server'
import { answer } from '~/http/gate/gate'
import { networkOf } from './network'

/** Strangers' log-ins in Remix at once: two whose passwords are checked, and two being parsed or rendered. */
const INSIDE = 4
/** With more than this queued, about a second's work, the API refuses at once, and a page's form comes back unchecked in its turn. */
const PLACES = 32
/** With more than this queued, every log-in is refused. */
const MOST_WAITING = 200
/** A place is given up after this time, in milliseconds, so that a slow log-in holds nobody up. */
const LONGEST_PLACE = 3000
/** A form of two hundred bytes arrives together with its headers except on the slowest connections. */
const LONGEST_BODY = 10_000
const LOOK_AGAIN = 50

/** Every spelling of the log-in's paths that Remix would match. */
const isLogIn = ({ method, path }: Request) =>
  method === 'POST' && /^\/(api\/login|(login|portal)(\.data)?)\/?$/i.test(path)

/**
 * Lets strangers' log-ins in a few at a time: two hundred at once would have Remix render two hundred pages before any other
 * request, /healthz among them. A device that logged in before (`isKnown`) goes in at once. `response.locals.isCrowded` tells the
 * log-in not to check the password.
 */
export function logInsInTurn(
  isKnown: (request: Request) => Promise<boolean>,
  longestPlace = LONGEST_PLACE,
): RequestHandler {
  const queue = new PQueue({ concurrency: INSIDE })
  return async (request, response, next) => {
    if (!isLogIn(request) || (await isKnown(request).catch(() => false))) return next()
    // A client that sends the headers of a log-in and holds the rest back takes no place.
    const hasCome = await hasArrived(request)
    if (isTooLarge(request)) return answer(request, response, 413, 'That is too large for a log-in.')
    if (!hasCome) return answer(request, response, 408, 'That took too long to arrive. Please try again.')
    const isCrowded = queue.size >= PLACES
    if ((isCrowded && request.path.startsWith('/api')) || queue.size >= MOST_WAITING) return turnAway(request, response)
    response.locals.isCrowded = isCrowded
    void queue.add(() => inside(response, next, longestPlace))
  }
}

/** True for more than Node buffers, far more than any log-in, by its Content-Length or what has arrived. */
function isTooLarge(request: Request): boolean {
  const most = request.readableHighWaterMark
  return Number(request.headers['content-length'] ?? 0) >= most || request.readableLength >= most
}

/** True once the whole request is buffered; false when it is too large, or has not arrived within ten seconds. */
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

/** Calls `enter`; resolves once the response is sent, or after `longestPlace` milliseconds. */
export function inside(response: Response, enter: () => void, longestPlace: number): Promise<void> {
  return new Promise((leave) => {
    if (response.destroyed) return leave()
    const patience = new AbortController()
    response.on('close', () => patience.abort())
    setTimeout(longestPlace, undefined, { signal: patience.signal }).then(leave, leave)
    enter()
  })
}
