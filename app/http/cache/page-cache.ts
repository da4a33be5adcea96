import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import etag from 'etag'
import type { Request, Response } from 'express'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import { hasPersonalCookie } from '~/auth/cookies.server'
import { readDeviceDisplay } from '~/auth/device.server'
import { serializeDisplay } from '~/domain/display/display'
import { type ContentEncoding, ENCODINGS, negotiateEncoding } from '~/http/answers/send.server'
import { fixedMessageNames } from '~/http/forms/message.server'
import { isValidHost } from '~/http/middleware/canonical'
import { REQUEST_ID, type SentAnswer } from '~/http/middleware/observe-requests.server'
import { getDataVersion } from '~db/open'
import type { Database } from '~db/schema'
import { createPerResponseValues } from './render-cache.server'

/** In ms. Long enough for a rush of visitors, short enough for changes without a commit: events that are over, the year in the footer. */
const MAX_AGE = 60_000
const HOUR = 3_600_000
const MAX_BYTES = 8 * 1024 * 1024
const MAX_PAGE_BYTES = 256 * 1024

/** The query parameters that public pages and lists read. Others don't change a page. */
export const CACHED_QUERY_NAMES = [
  ...['about', 'ask', 'asked', 'check-cookies', 'coming', 'cursor', 'limit', 'log-out', 'next', 'page', 'tab', 'told'],
  ...fixedMessageNames,
]

export interface PageCache {
  /** Answers a request from the cache. Returns what was sent, or undefined if the page is not cached. */
  answer: (request: IncomingMessage, response: ServerResponse) => SentAnswer | undefined
  /** Starts a response. The returned function caches and sends its page, and returns true, if the page is the same for everyone. */
  begin: (request: Request, response: Response) => (body: Buffer, route: string) => Promise<boolean>
}

interface CachedPage {
  /** The pattern of its route, for the log. */
  route: string
  etag: string
  /** The headers of a 304. They alternate between names and values. */
  headers: string[]
  forms: Record<ContentEncoding, { body: Buffer; headers: string[] }>
}

/** A page's key: its path, the parameters that pages read, the chosen display, and Save-Data. */
function getPageKey({ url = '/', headers }: IncomingMessage): string {
  const saveData = headers['save-data'] === 'on' ? 'saves data' : ''
  // The path is not normalised: a request with another spelling is refused after the cache.
  const [path = ''] = url.split('?', 1)
  const display = headers.cookie ? serializeDisplay(readDeviceDisplay(headers.cookie)) : ''
  return `${path} ${saveData}${display}${path === url ? '' : getQueryKey(url.slice(path.length))}`
}

function getQueryKey(query: string): string {
  const searchParams = new URLSearchParams(query)
  const knownParameters = CACHED_QUERY_NAMES.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return knownParameters.length > 0 ? JSON.stringify(knownParameters) : ''
}

/** True for a request that a public page may answer. A Content-Type marks a form's request, which gets no fixed message. */
export function isCacheableRequest({ method, headers }: IncomingMessage): boolean {
  const { authorization, cookie, 'content-type': type } = headers
  const isRead = (method === 'GET' || method === 'HEAD') && type === undefined
  return isRead && authorization === undefined && !hasPersonalCookie(cookie)
}

const createEmptyCache = () =>
  new LRUCache<string, CachedPage>({
    ttl: MAX_AGE,
    // Otherwise a busy event loop would prolong a page's life by its cached time.
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_PAGE_BYTES * 2,
    sizeCalculation: ({ forms }, key) =>
      ENCODINGS.reduce((sum, encoding) => sum + forms[encoding].body.length, key.length),
  })

/**
 * Caches public pages and lists for visitors without credentials, until a commit. Pages with values unique to a response are not cached.
 */
export function createPageCache(db: Database): PageCache {
  let cachedVersion = ''
  let pages = createEmptyCache()
  /**
   * The pages of the current commit; undefined if the commit is unknown. A page still being rendered goes into the old cache, which is no
   * longer read.
   */
  const getCurrentPages = () => {
    const version = getDataVersion(db)
    if (version === undefined) return undefined
    // A day in Dublin ends at a full hour, and with it a student's consent to photos.
    const currentVersion = `${version} ${Math.floor(Date.now() / HOUR)}`
    if (currentVersion !== cachedVersion) pages = createEmptyCache()
    cachedVersion = currentVersion
    return pages
  }

  const answer: PageCache['answer'] = (request, response) => {
    if (!isCacheableRequest(request) || !isValidHost(request.headers.host ?? '')) return undefined
    const page = getCurrentPages()?.get(getPageKey(request))
    return page && sendPage(request, response, page)
  }

  const begin: PageCache['begin'] = (request, response) => {
    response.vary('Save-Data')
    // Use the cache as it was when the request began: a page may be newer than its entry, never older.
    const pages = request.method === 'GET' && isCacheableRequest(request) ? getCurrentPages() : undefined
    return async (body, route) => {
      if (!pages || !isCacheableResponse(response, body)) return false
      const page = await encodePage(response, body, route)
      pages.set(getPageKey(request), page)
      sendPage(request, response, page)
      return true
    }
  }
  return { answer, begin }
}

/** Headers that belong to one response, or that Node writes. */
const PER_RESPONSE_HEADERS = new Set([
  ...['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'date'],
  REQUEST_ID,
])

/** Levels above 9 (of 11) take ten times as long for a few per cent. */
const compressWithBrotli = (body: Buffer) =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

/** The cache entry of a rendered page: in all encodings, with its headers except the nonce. */
async function encodePage(response: Response, body: Buffer, route: string): Promise<CachedPage> {
  response.vary('Accept-Encoding')
  const sent = Object.entries(response.getHeaders())
    .filter(([name, value]) => value !== undefined && !PER_RESPONSE_HEADERS.has(name))
    .flatMap(([name, value]) => [
      name,
      String(value).replace(` 'nonce-${createPerResponseValues(response).nonce}'`, ''),
    ])
  const [br, gzipped] = await Promise.all([compressWithBrotli(body), promisify(gzip)(body, { level: 9 })])
  const tag = etag(body, { weak: true })
  const headers = [...sent, 'etag', tag]
  const createForm = (body: Buffer, ...encoded: string[]) => ({
    body,
    headers: [...headers, ...encoded, 'content-length', String(body.length)],
  })
  const forms = {
    br: createForm(br, 'content-encoding', 'br'),
    gzip: createForm(gzipped, 'content-encoding', 'gzip'),
    identity: createForm(body),
  }
  return { route, etag: tag, headers, forms }
}

/** Sends a page to a GET or HEAD, or 304 to a client that has it already. */
function sendPage(
  { method, headers: requested }: IncomingMessage,
  response: ServerResponse,
  { route, etag, headers, forms }: CachedPage,
): SentAnswer {
  if (fresh(requested, { etag })) {
    response.writeHead(304, headers).end()
    return { route, status: 304, bytes: 0 }
  }
  const form = forms[negotiateEncoding(requested['accept-encoding'])]
  const body = method === 'HEAD' ? undefined : form.body
  response.writeHead(200, form.headers).end(body)
  return { route, status: 200, bytes: body?.length ?? 0 }
}

/** True for a response declared the same for everyone (Cache-Control: no-cache) that contains none of its unique values. */
function isCacheableResponse(response: Response, body: Buffer): boolean {
  return (
    response.statusCode === 200 &&
    response.getHeader('Cache-Control') === 'no-cache' &&
    /^(text\/html|application\/json)/.test(String(response.getHeader('Content-Type'))) &&
    !response.hasHeader('Set-Cookie') &&
    !Object.values(createPerResponseValues(response)).some((value) => body.includes(value))
  )
}
