import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import PQueue from 'p-queue'
import { logInRefusal } from '~/auth/log-in-words'
import { QUEUE_WAIT } from '~/domain/accounts/password.server'
import { networkOf } from '~/domain/limits/network'
import { answer } from '~/http/gate/gate'
import { logSecurity } from '~/security-log.server'
import { FORM_LIMIT, TEXT_LIMIT, UPLOAD_LIMIT } from './body-sizes'
import { collectGarbage } from './collect-garbage'

/** Strangers' log-ins in Remix at once: two whose passwords are checked, and two being parsed or rendered. */
const LOG_INS_INSIDE = 4
/** With more than this queued, about a second's work, the API refuses at once, and a page's form comes back unchecked in its turn. */
const PLACES = 32
/** With more than this queued, every log-in is refused. */
const MOST_LOG_INS = 200
/** A place is given up after this time, in milliseconds, so that a slow log-in holds nobody up. */
const LONGEST_LOG_IN = 3000
/** A form of two hundred bytes arrives together with its headers except on the slowest connections. */
const LONGEST_BODY = 10_000
const LOOK_AGAIN = 50

/** Every spelling of the log-in's paths that Remix would match. */
const isLogIn = ({ method, path }: Request) =>
  method === 'POST' && /^\/(api\/login|(login|portal)(\.data)?)\/?$/i.test(path)

/**
 * Lets strangers' log-ins in a few at a time, and those of known devices at once: two hundred would hold up everything else.
 * `response.locals.isOverloaded` tells the log-in not to check the password.
 */
export function logInsInTurn(
  isKnown: (request: Request) => Promise<boolean>,
  longestPlace = LONGEST_LOG_IN,
): RequestHandler {
  const queue = new PQueue({ concurrency: LOG_INS_INSIDE })
  return async (request, response, next) => {
    if (!isLogIn(request) || (await isKnown(request).catch(() => false))) return next()
    // A client that sends the headers of a log-in and holds the rest back takes no place.
    const hasCome = await hasArrived(request)
    if (isTooLarge(request)) return answer(request, response, 413, 'That is too large for a log-in.')
    if (!hasCome) return answer(request, response, 408, 'That took too long to arrive. Please try again.')
    const isOverloaded = queue.size >= PLACES
    if ((isOverloaded && request.path.startsWith('/api')) || queue.size >= MOST_LOG_INS)
      return turnAway(request, response)
    response.locals.isOverloaded = isOverloaded
    void queue.add(() => inside(response, next, longestPlace))
  }
}

/** True for more than Node buffers, far more than any log-in, by its Content-Length or what has arrived. */
function isTooLarge(request: Request): boolean {
  const most = request.readableHighWaterMark
  return Number(request.headers['content-length'] ?? 0) >= most || request.readableLength >= most
}

/** True once the whole request is buffered; false when it is too large, or has not arrived within `longest` milliseconds. */
export async function hasArrived(request: Request, longest = LONGEST_BODY): Promise<boolean> {
  if (request.complete) return true
  await setImmediate()
  const isOver = () => request.complete || request.destroyed || isTooLarge(request)
  for (let waited = 0; waited < longest && !isOver(); waited += LOOK_AGAIN) await setTimeout(LOOK_AGAIN)
  return request.complete
}

function turnAway(request: Request, response: Response) {
  logSecurity('password queue full', { network: networkOf(request.ip), status: 503 }, 'warn')
  response.set('Retry-After', String(QUEUE_WAIT))
  answer(request, response, 503, logInRefusal(503), { to: '/portal', words: 'Go back to the log-in' })
}

/** Enters, and leaves once the response is over, or after `longestPlace` milliseconds. */
export function inside(response: Response, enter: () => void, longestPlace: number): Promise<void> {
  return new Promise((leave) => {
    if (response.destroyed) return leave()
    const patience = new AbortController()
    response.on('close', () => patience.abort())
    setTimeout(longestPlace, undefined, { signal: patience.signal }).then(leave, leave)
    enter()
  })
}

/** Uploads in Remix at once: one whose picture is made, which is in memory several times over, and one that arrives meanwhile. */
const UPLOADS_INSIDE = 2
/** With more announced bytes than this unanswered, some minutes' work, an upload is refused; and of one person. */
const MOST_BYTES = 1024 * 1024 * 1024
const MOST_OF_ONE = 64 * 1024 * 1024
const LONGEST_UPLOAD = 20_000
/** What uploads may leave before it is collected, in bytes; and the milliseconds after which the last of it is. */
const MOST_LEFT = 32 * 1024 * 1024
const COLLECT_AFTER = 10_000

/** The bytes that a request announces; without a Content-Length, the most that are read of it where files are taken. */
function announced({ headers }: Request): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : UPLOAD_LIMIT
}

/** Where tutors send files. */
const takesFiles = (path: string) => /^\/(dashboard|api)\b/i.test(path)
/** A page of the portal that a browser without scripts asks for: Remix would lead whoever is logged out to the log-in, and say nothing. */
const isPage = (path: string) => /^\/dashboard\b/i.test(path) && !path.endsWith('.data')
const UPLOAD_TOO_LARGE =
  'That is too large to send. A file may have up to 5 MB. If you were logged out, please log in again first; your browser’s Back button leads to what you typed.'

interface Share {
  queue: PQueue
  bytes: number
}

/**
 * Lets uploads in a few at a time, one of each person: what announces more than an ordinary form, in the portal or the API, by
 * somebody whom `whoMayAddFiles` knows. Collects what they leave, since V8 counts only the small objects that hold their bytes.
 */
export function uploadsInTurn(
  whoMayAddFiles: (request: Request) => Promise<number | null>,
  { longestPlace = LONGEST_UPLOAD, mostWaiting = MOST_BYTES, mostOfOne = MOST_OF_ONE } = {},
): RequestHandler {
  const places = new PQueue({ concurrency: UPLOADS_INSIDE })
  const shares = new Map<number, Share>()
  let waiting = 0
  let rest: NodeJS.Timeout | undefined
  places.addEventListener('active', () => clearTimeout(rest))
  places.addEventListener('next', () => {
    if (process.memoryUsage().arrayBuffers > MOST_LEFT) collectGarbage()
  })
  places.addEventListener('idle', () => {
    rest = globalThis.setTimeout(collectGarbage, COLLECT_AFTER).unref()
  })

  /** Counts the bytes of `person` until the response is sent, or nobody waits for it: a slow body is in memory for so long. */
  function shareOf(person: number, bytes: number, response: Response): Share {
    const share = shares.get(person) ?? { queue: new PQueue({ concurrency: 1 }), bytes: 0 }
    shares.set(person, share)
    share.bytes += bytes
    waiting += bytes
    response.once('close', () => {
      share.bytes -= bytes
      waiting -= bytes
      if (share.bytes === 0) shares.delete(person)
    })
    return share
  }

  return async (request, response, next) => {
    const { path } = request
    const way = { to: path, words: 'Go back to the form' }
    const bytes = announced(request)
    if (bytes <= FORM_LIMIT) return next()
    const person = takesFiles(path) ? await whoMayAddFiles(request).catch(() => null) : null
    if (response.destroyed) return
    if (person === null && isPage(path) && Number(request.headers['content-length'] ?? 0) > TEXT_LIMIT)
      return answer(request, response, 413, UPLOAD_TOO_LARGE, way)
    if (person === null) return next()
    const own = shares.get(person)?.bytes ?? 0
    if (waiting + bytes <= mostWaiting && own + bytes <= mostOfOne) {
      const { queue } = shareOf(person, bytes, response)
      return void queue.add(() => places.add(() => inside(response, next, longestPlace)))
    }
    response.set('Retry-After', '60')
    const words = 'A lot of files are being added right now. Please wait a minute and try again.'
    answer(request, response, 503, words, way)
  }
}
