import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import etag from 'etag'
import type { Request, Response } from 'express'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import { hasPersonalCookie } from '~/auth/cookies.server'
import { readDeviceDisplay } from '~/auth/display.server'
import { serializeDisplay } from '~/domain/display/display'
import { type ContentEncoding, ENCODINGS, negotiateEncoding } from '~/http/answers/encoding'
import { fixedMessageNames } from '~/http/forms/fixed-messages.server'
import { isValidHost } from '~/http/middleware/canonical'
import { REQUEST_ID, type SentPage } from '~/http/middleware/observe-requests.server'
import { versionOf } from '~db/open'
import type { Database } from '~db/schema'
import { createPerResponseValues } from './render-cache.server'

/** In milliseconds. Long enough for a rush of visitors, short enough for what no commit changes: which events are over, the year in the footer. */
const KEPT_FOR = 60_000
const HOUR = 3_600_000
const MOST_BYTES = 8 * 1024 * 1024
const LARGEST_PAGE = 256 * 1024

/** The query parameters that public pages and lists read; others don't change them. */
export const CACHED_QUERY_NAMES = [
  ...['asked', 'check-cookies', 'coming', 'cursor', 'limit', 'log-out', 'next', 'page', 'tab', 'told'],
  ...fixedMessageNames,
]

export interface PageCache {
  /** Answers a request with a cached page, when there is one for it. Returns what was sent, else undefined. */
  answer: (request: IncomingMessage, response: ServerResponse) => SentPage | undefined
  /** Begins the answer to a request. The function stores and sends its page, if that is the same for everybody: true then. */
  begin: (request: Request, response: Response) => (body: Buffer, route: string) => Promise<boolean>
}

interface CachedPage {
  /** The pattern of its route, for the log. */
  route: string
  etag: string
  /** Names and values in turn. */
  headers: string[]
  bodies: Record<ContentEncoding, Buffer>
}

/** A page's key: its path, the parameters it reads, the display that the visitor chose, and whether they save data. */
function keyOf({ url = '/', headers }: IncomingMessage): string {
  const saves = headers['save-data'] === 'on' ? 'saves data' : ''
  // As it came: another spelling of the path is refused behind the cache.
  const [path = ''] = url.split('?', 1)
  const searchParams = new URLSearchParams(url.slice(path.length))
  const known = CACHED_QUERY_NAMES.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${path} ${saves}${serializeDisplay(readDeviceDisplay(headers.cookie))}${known.length > 0 ? JSON.stringify(known) : ''}`
}

/** True for a request that what is for everybody may answer. One with the type of a body looks like a form's, which gets no fixed message. */
export function isCacheableRequest({ method, headers }: IncomingMessage): boolean {
  const { authorization, cookie, 'content-type': type } = headers
  const isRead = (method === 'GET' || method === 'HEAD') && type === undefined
  return isRead && authorization === undefined && !hasPersonalCookie(cookie)
}

const noPages = () =>
  new LRUCache<string, CachedPage>({
    ttl: KEPT_FOR,
    // Otherwise the cached time of a busy event loop would prolong a page's life.
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST_PAGE * 2,
    sizeCalculation: ({ bodies }, key) =>
      ENCODINGS.reduce((sum, encoding) => sum + bodies[encoding].length, key.length),
  })

/** Caches public pages and lists for visitors without credentials, while nothing is unique in them and nothing committed. */
export function createPageCache(db: Database): PageCache {
  let keptAt = ''
  let pages = noPages()
  /** The pages of what is committed now; undefined where that can't be told. Those still being rendered fill what nobody asks for. */
  const pagesNow = () => {
    const version = versionOf(db)
    if (version === undefined) return undefined
    // Days in Dublin end at a full hour, and with them somebody's yes to photos.
    const now = `${version} ${Math.floor(Date.now() / HOUR)}`
    if (now !== keptAt) pages = noPages()
    keptAt = now
    return pages
  }

  const answer: PageCache['answer'] = (request, response) => {
    if (!isCacheableRequest(request) || !isValidHost(request.headers.host ?? '')) return undefined
    const page = pagesNow()?.get(keyOf(request))
    return page && sendPage(request, response, page)
  }

  const begin: PageCache['begin'] = (request, response) => {
    response.vary('Save-Data')
    // The cache as it is now: a page may be newer than its entry, never older.
    const pages = request.method === 'GET' && isCacheableRequest(request) ? pagesNow() : undefined
    return async (body, route) => {
      if (!pages || !isTheSameForAll(response, body)) return false
      const page = await encodedPage(response, body, route)
      pages.set(keyOf(request), page)
      sendPage(request, response, page)
      return true
    }
  }
  return { answer, begin }
}

/** Headers that belong to one response, or that Node writes. */
const OF_ONE = new Set([
  ...['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'date'],
  REQUEST_ID,
])

/** Of 11, levels above 9 take ten times as long for a few per cent. */
const brotli = (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

/** A page that was rendered for `response`, as it is stored for others: in all encodings, with its headers but for the nonce. */
async function encodedPage(response: Response, body: Buffer, route: string): Promise<CachedPage> {
  response.vary('Accept-Encoding')
  const headers = Object.entries(response.getHeaders())
    .filter(([name, value]) => value !== undefined && !OF_ONE.has(name))
    .flatMap(([name, value]) => [
      name,
      String(value).replace(` 'nonce-${createPerResponseValues(response).nonce}'`, ''),
    ])
  const [br, gzipped] = await Promise.all([brotli(body), promisify(gzip)(body, { level: 9 })])
  const tag = etag(body, { weak: true })
  return { route, etag: tag, headers: [...headers, 'etag', tag], bodies: { br, gzip: gzipped, identity: body } }
}

/** Sends a page to a GET or HEAD: whole, or 304 to whoever has it. */
function sendPage(
  { method, headers: requested }: IncomingMessage,
  response: ServerResponse,
  { route, etag, headers, bodies }: CachedPage,
): SentPage {
  if (fresh(requested, { etag })) {
    response.writeHead(304, headers).end()
    return { route, status: 304, bytes: 0 }
  }
  const encoding = negotiateEncoding(requested['accept-encoding'])
  const body = method === 'HEAD' ? Buffer.alloc(0) : bodies[encoding]
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  response.writeHead(200, [...headers, ...encoded, 'content-length', String(bodies[encoding].length)]).end(body)
  return { route, status: 200, bytes: body.length }
}

/** True for an answer that says so (Cache-Control: no-cache), with nothing in it that is one answer's alone. */
function isTheSameForAll(response: Response, body: Buffer): boolean {
  return (
    response.statusCode === 200 &&
    response.getHeader('Cache-Control') === 'no-cache' &&
    /^(text\/html|application\/json)/.test(String(response.getHeader('Content-Type'))) &&
    !response.hasHeader('Set-Cookie') &&
    !Object.values(createPerResponseValues(response)).some((value) => body.includes(value))
  )
}
