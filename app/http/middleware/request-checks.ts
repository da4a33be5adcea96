import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { hasCredentialCookie } from '~/auth/cookies.server'
import { getNetwork } from '~/domain/limits/limits.server'
import { bodyLimits } from '~/domain/limits/table'
import { BODY_TOO_LARGE } from '~/domain/refused'
import { findAllowedMethods } from '~/http/contract/contract.server'
import { isApiPath, sendErrorPage, WRONG_METHOD } from '~/http/errors/refusal'
import { createPathMatcher } from '~/http/remix/routes'
import { log } from '~/log.server'
import type { SecurityLog } from '~/security-log.server'
import type { Settings } from '~/settings.server'
import { isCanonicalTarget, isValidHost } from './canonical'
import { REQUEST_ID } from './observe-requests.server'

const CHANGING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const KNOWN_METHODS = new Set(['GET', 'HEAD', ...CHANGING_METHODS])

/** Ends requests with a path that isn't canonical, an invalid Host or an unsupported method (Node throws for TRACE). */
export const rejectMalformedRequests: RequestHandler = (request, response, next) => {
  if (!isCanonicalTarget(request.originalUrl) || !isValidHost(request.headers.host ?? ''))
    return sendErrorPage(request, response, 400, 'We can’t read this address.')
  // A data request of Remix's router before single fetch.
  if ('_data' in request.query) return sendErrorPage(request, response, 400, 'We can’t read this address.')
  if (isApiPath(request)) return rejectUnknownCalls(request, response, next)
  if (KNOWN_METHODS.has(request.method)) return next()
  response.setHeader('Allow', 'GET, HEAD, POST')
  sendErrorPage(request, response, 405, WRONG_METHOD)
}

/**
 * Redirects to the canonical spelling of an address: without a final slash, and with literal segments in lower case. Remix would accept
 * other spellings, but limits go by the path. `fixed` has the literal segments of routes.
 */
export function redirectToCanonicalPath(fixed: ReadonlySet<string>): RequestHandler {
  const toCanonicalSegment = (segment: string) => {
    const [, name = '', data = ''] = /^(.*?)(\.data)?$/.exec(segment) ?? []
    const lower = name.toLowerCase()
    return fixed.has(lower) ? lower + data : segment
  }
  return ({ originalUrl }, response, next) => {
    const [path = ''] = originalUrl.split('?', 1)
    if (!/[A-Z]|.\/$/.test(path)) return next()
    const canonicalPath = path
      .replace(/(.)\/$/, '$1')
      .split('/')
      .map(toCanonicalSegment)
      .join('/')
    if (canonicalPath === path) return next()
    response.set('Cache-Control', 'no-store').redirect(308, canonicalPath + originalUrl.slice(path.length))
  }
}

/** Under /api only calls of the contract pass: 404 for another address, 405 for another method. */
const rejectUnknownCalls: RequestHandler = (request, response, next) => {
  const methods = findAllowedMethods(request.path)
  if (!methods) return sendErrorPage(request, response, 404, 'Not found.')
  if (methods.includes(request.method)) return next()
  response.set({ Allow: [...methods, 'OPTIONS'].join(', '), 'Cache-Control': 'no-store' })
  if (request.method === 'OPTIONS') return void response.status(204).end()
  sendErrorPage(request, response, 405, `${request.method} is not allowed here.`)
}

/**
 * A change must come from the site itself: Sec-Fetch-Site decides, else Origin, else (text browsers) Referer. A client without any of them
 * is not a browser, and may not have a session.
 */
export function requireSameSite(
  settings: Settings,
  securityLog: SecurityLog,
  fixed: ReadonlySet<string> = new Set(),
): RequestHandler {
  return (request, response, next) => {
    if (CHANGING_METHODS.has(request.method) && !isSameSiteChange(request, settings)) {
      const { ip, method, path } = request
      const [, first = ''] = path.split('/')
      // Anything else may be typed text or a secret.
      const requested = { network: getNetwork(ip), method, place: fixed.has(first) ? `/${first}` : '/' }
      securityLog.record('forbidden', { ...requested, status: 403, reason: 'another website' }, 'warn')
      // Forms are sent to their own page, so this path is one of ours.
      const target = { to: path, words: 'Go to the page with this form' }
      return sendErrorPage(request, response, 403, 'This request came from another website.', target)
    }
    // Remix's own check is weaker: it compares hosts that a proxy may have changed, and responds 500.
    delete request.headers.origin
    // Remix would build the URL from it, and respond 500 for an invalid one. Only a proxy's -For and -Proto headers are
    // trusted.
    delete request.headers['x-forwarded-host']
    next()
  }
}

/** One-click unsubscribing (RFC 8058) comes from anywhere: the secret in the path is its only credential. */
const isOneClickUnsubscribe = ({ method, path }: Request) => method === 'POST' && /^\/unsubscribe\/[\w-]+$/.test(path)

const parseOrigin = (address: string) => (URL.canParse(address) ? new URL(address).origin : 'null')

function isSameSiteChange(request: Request, { publicUrl }: Settings): boolean {
  if (isOneClickUnsubscribe(request)) return true
  const { headers, protocol } = request
  const hasCookie = hasCredentialCookie(headers.cookie)
  const hasToken = /^Bearer /i.test(headers.authorization ?? '')
  if (hasToken && !hasCookie) return true
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const ownOrigin = publicUrl?.origin ?? parseOrigin(`${protocol}://${headers.host}`)
  if (headers.origin !== undefined) return headers.origin === ownOrigin
  if (headers.referer !== undefined) return parseOrigin(headers.referer) === ownOrigin
  return !hasCookie
}

/** Responds 404 for a missing file, without rendering a page. */
export const sendNotFound: RequestHandler = (request, response) =>
  sendErrorPage(request, response, 404, 'This page isn’t here.')

/**
 * Refuses GETs of a resource route's address with `.data`: Remix would read its whole response, or cut it off. Actions pass, since some
 * screens' forms use them.
 */
export function rejectResourceData(patterns: string[]): RequestHandler {
  const match = createPathMatcher(patterns)
  return (request, response, next) => {
    const isRead = !CHANGING_METHODS.has(request.method) && request.path.endsWith('.data')
    if (isRead && match(request.path)) return sendNotFound(request, response, next)
    next()
  }
}

/**
 * Refuses a call whose body announces more than the overall limit before reading it; other limits apply while reading (http/forms/body.ts),
 * and pages refuse by them in words that their scripts can show. The connection stays open: closing resets it, and a client that sends
 * everything before it reads would never get the response.
 */
export const rejectHugeBodies: RequestHandler = (request, response, next) => {
  if (!isApiPath(request) || Number(request.headers['content-length'] ?? 0) <= bodyLimits.files) return next()
  sendErrorPage(request, response, 413, BODY_TOO_LARGE)
}

/** Discards the rest of a body, for five seconds: unread, it would cut off the response or block the next request. */
export const drainUnreadBodies: RequestHandler = (request, response, next) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return next()
  response.on('finish', () => {
    if (request.readableEnded || request.destroyed) return
    const stop = setTimeout(() => request.destroy(), 5000)
    request.on('close', () => clearTimeout(stop))
    request.removeAllListeners('data').resume()
  })
  next()
}

/** Answers requests that failed outside of Remix. Express' own errors, such as a missing file, keep their status. */
export const handleUnexpectedError: ErrorRequestHandler = (error, request, response, next) => {
  const status = Number((error as { status?: unknown }).status)
  if (status >= 400 && status < 500 && !response.headersSent)
    return sendErrorPage(request, response, status, status === 404 ? 'This page isn’t here.' : 'This can’t be read.')
  log.error({ id: request.headers[REQUEST_ID], err: error }, 'request failed')
  if (response.headersSent) return next(error)
  sendErrorPage(request, response, 500, 'Something went wrong. Please try again in a few minutes.')
}
