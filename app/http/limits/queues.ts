import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { ServerBuild } from '@remix-run/node'
import type { Request, RequestHandler, Response } from 'express'
import PQueue from 'p-queue'
import { getLogInRefusalMessage } from '~/auth/log-in-messages'
import { QUEUE_WAIT } from '~/domain/accounts/password.server'
import { collectGarbage } from '~/domain/foreign/helper.server'
import { getNetwork } from '~/domain/limits/limits.server'
import { queueLimits } from '~/domain/limits/table'
import { BODY_TOO_LARGE } from '~/domain/refused'
import { findCall, findCallPatterns } from '~/http/contract/contract.server'
import { sendErrorPage } from '~/http/errors/refusal'
import { createPathMatcher, findPatterns, listDeclaredRoutes, NO_ROUTE } from '~/http/remix/routes'
import { paths } from '~/paths'
import { type AccessLevel, getRequiredAccess } from '~/screen'
import type { SecurityLog } from '~/security-log.server'
import { FORM_LIMIT, getCallBodyLimit, getScreenBodyLimit, TEXT_LIMIT } from './bodies'

const { logIns, uploads } = queueLimits

type Routes = Pick<ServerBuild, 'routes'>

/** A predicate for the paths that log in, by the declarations of routes and calls. */
export function createLogInMatcher(build: Routes) {
  const match = createPathMatcher([
    ...findPatterns(build, ({ logsIn }) => logsIn),
    ...findCallPatterns(({ logsIn }) => logsIn),
  ])
  return (path: string) => match(path) !== undefined
}

/** Who may send a body, and its maximum bytes. */
interface BodyRule {
  access: AccessLevel
  limit: number
}

/**
 * Returns a function that finds who may send how much with a method to a path, as the route or call declares; undefined if neither takes a
 * body larger than an ordinary form.
 */
export function createBodyRuleFinder(build: Routes) {
  const rules = new Map<string, BodyRule>()
  for (const { pattern, screen } of listDeclaredRoutes(build).values()) {
    const access = getRequiredAccess(screen, 'action')
    const limit = getScreenBodyLimit(screen)
    // A layout has the pattern of its index page.
    if (access && pattern !== NO_ROUTE && limit >= (rules.get(pattern)?.limit ?? 0))
      rules.set(pattern, { access, limit })
  }
  const match = createPathMatcher(rules.keys())
  return (method: string, path: string): BodyRule | undefined => {
    const call = findCall(method, path)
    const rule = call ? { access: call.access, limit: getCallBodyLimit(call) } : rules.get(match(path)?.pattern ?? '')
    return rule && rule.limit > FORM_LIMIT ? rule : undefined
  }
}

/** Interval between checks whether a log-in has arrived, in ms. */
const POLL_INTERVAL = 50

/**
 * Runs a few log-ins of unknown devices at a time, and those of known devices at once: two hundred would block everything else.
 * With `response.locals.isOverloaded`, the log-in does not check the password.
 */
export function queueLogIns(
  build: Routes,
  securityLog: SecurityLog,
  isKnown: (request: Request) => Promise<boolean>,
  maxDuration = logIns.longest,
): RequestHandler {
  const logsIn = createLogInMatcher(build)
  const queue = new PQueue({ concurrency: logIns.inside })
  return async (request, response, next) => {
    if (request.method !== 'POST' || !logsIn(request.path) || (await isKnown(request).catch(() => false))) return next()
    // A client that sends only the headers of a log-in takes no place.
    const hasArrived = await waitForBody(request)
    if (isTooLarge(request)) return sendErrorPage(request, response, 413, BODY_TOO_LARGE)
    if (!hasArrived) return sendErrorPage(request, response, 408, 'That took too long to arrive. Please try again.')
    const isOverloaded = queue.size >= logIns.waiting
    if ((isOverloaded && request.path.startsWith('/api')) || queue.size >= logIns.max)
      return refuseLogIn(securityLog, request, response)
    response.locals.isOverloaded = isOverloaded
    void queue.add(() => runUntilClosed(response, next, maxDuration))
  }
}

/** True for more than Node buffers, far more than any log-in, by its Content-Length or what has arrived. */
function isTooLarge(request: Request): boolean {
  const max = request.readableHighWaterMark
  return Number(request.headers['content-length'] ?? 0) >= max || request.readableLength >= max
}

/** True once the whole request is buffered; false if it is too large, or has not arrived within `timeout` ms. */
export async function waitForBody(request: Request, timeout: number = logIns.arrival): Promise<boolean> {
  if (request.complete) return true
  await setImmediate()
  const isSettled = () => request.complete || request.destroyed || isTooLarge(request)
  for (let waited = 0; waited < timeout && !isSettled(); waited += POLL_INTERVAL) await wait(POLL_INTERVAL)
  return request.complete
}

function refuseLogIn(securityLog: SecurityLog, request: Request, response: Response) {
  securityLog.record('password queue full', { network: getNetwork(request.ip), status: 503 }, 'warn')
  response.set('Retry-After', String(QUEUE_WAIT))
  sendErrorPage(request, response, 503, getLogInRefusalMessage(503), {
    to: paths.portal,
    words: 'Go back to the log-in',
  })
}

/** Holds a place in a queue until the response is over, or for `maxDuration` ms. */
export function runUntilClosed(response: Response, run: () => void, maxDuration: number): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve()
    const timer = setTimeout(resolve, maxDuration)
    response.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
    run()
  })
}

/** The garbage that uploads may leave before it is collected, in bytes, and the delay of the last collection, in ms. */
const MAX_UNCOLLECTED_BYTES = 16 * 1024 * 1024
const COLLECT_DELAY = 10_000

/** The bytes that a request announces; undefined without a Content-Length. */
function getAnnouncedBytes({ headers }: Request): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

const LOG_IN_FIRST =
  'You can only send a file while you are logged in. Please log in, and send it again. Your browser’s Back button leads to what you typed.'

interface UploadShare {
  queue: PQueue
  bytes: number
}

/**
 * Runs a few uploads at a time, one per person. An upload is a body that is larger than an ordinary form, or has no length, at an address
 * that accepts it, from a person who may send it there (`findSender`). Collects garbage after uploads, since V8 counts only the small
 * objects that hold their bytes.
 */
export function queueUploads(
  build: Routes,
  findSender: (request: Request, access: AccessLevel) => Promise<number | 'logged out' | null>,
  { maxDuration = uploads.longest, maxWaiting = uploads.bytes, maxPerPerson = uploads.bytesOfOne } = {},
): RequestHandler {
  const findBodyRule = createBodyRuleFinder(build)
  const uploadQueue = new PQueue({ concurrency: uploads.inside })
  const shares = new Map<number, UploadShare>()
  let waiting = 0
  let collectTimer: NodeJS.Timeout | undefined
  uploadQueue.addEventListener('active', () => clearTimeout(collectTimer))
  uploadQueue.addEventListener('next', () => {
    if (process.memoryUsage().arrayBuffers > MAX_UNCOLLECTED_BYTES) collectGarbage()
  })
  uploadQueue.addEventListener('idle', () => {
    collectTimer = setTimeout(collectGarbage, COLLECT_DELAY).unref()
  })

  /** Counts the bytes of `person` until the connection closes: a slow body is in memory until then. */
  function reserveShare(person: number, bytes: number, response: Response): UploadShare {
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
    const announced = getAnnouncedBytes(request)
    if (announced !== undefined && announced <= FORM_LIMIT) return next()
    const { method, path } = request
    const rule = findBodyRule(method, path)
    if (!rule) return next()
    const link = { to: path, words: 'Go back to the form' }
    const sender = await findSender(request, rule.access).catch(() => null)
    if (response.destroyed) return
    if (sender === 'logged out') {
      // Without scripts, Remix would redirect to the log-in without a message.
      const isPage = !path.startsWith('/api/') && !path.endsWith('.data')
      return isPage && (announced ?? 0) > TEXT_LIMIT
        ? sendErrorPage(request, response, 401, LOG_IN_FIRST, link)
        : next()
    }
    // The route refuses others, and larger bodies, without reading them.
    if (sender === null || (announced ?? 0) > rule.limit) return next()
    const bytes = announced ?? rule.limit
    const own = shares.get(sender)?.bytes ?? 0
    if (waiting + bytes <= maxWaiting && own + bytes <= maxPerPerson) {
      const { queue } = reserveShare(sender, bytes, response)
      return void queue.add(() => uploadQueue.add(() => runUntilClosed(response, next, maxDuration)))
    }
    response.set('Retry-After', '60')
    sendErrorPage(request, response, 503, uploads.message, link)
  }
}
