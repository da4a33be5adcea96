import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import compression from 'compression'
import etag from 'etag'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { displayText } from '~/domain/display/display'
import { type EncodedAnswer, encodedAnswer, encodingFor, type Sent, sendEncoded } from '~/http/answers/encoding'
import { listsForAnyone } from '~/http/contract/contract.server'
import { fixedMessageNames } from '~/http/forms/fixed-messages.server'
import { isHost } from '~/http/gate/canonical'
import { bringsMore } from '~/http/gate/cookies.server'
import { displayOfDevice } from '~/http/gate/display.server'
import { REQUEST_ID } from '~/http/gate/observing.server'
import { versionOf } from '~db/open'
import type { Database } from '~db/schema'
import { uniqueOf } from './render-cache.server'

/** In milliseconds. Long enough for a rush of visitors, short enough for what no commit changes: which events are over, the year in the footer. */
const KEPT_FOR = 60_000
const HOUR = 3_600_000
const MOST_BYTES = 8 * 1024 * 1024
const LARGEST_PAGE = 256 * 1024

/** The query parameters that public pages and lists read; others don't change them. */
export const queryNames = [
  ...['asked', 'check-cookies', 'coming', 'cursor', 'limit', 'log-out', 'next', 'page', 'tab', 'told'],
  ...fixedMessageNames,
]

export interface PageCache {
  /** Answers a request with a cached page, when there is one for it. Returns what was sent, else undefined. */
  answer: (request: IncomingMessage, response: ServerResponse) => Sent | undefined
  /** Compresses the pages that the handlers after it render, and stores those that are the same for everybody. */
  keeping: RequestHandler
}

/** A page's key: its path, the parameters it reads, the display that the visitor chose, and whether they save data. */
function keyOf({ url = '/', headers }: IncomingMessage): string {
  const saves = headers['save-data'] === 'on' ? 'saves data' : ''
  // As it came: another spelling of the path is refused behind the cache.
  const [path = ''] = url.split('?', 1)
  const searchParams = new URLSearchParams(url.slice(path.length))
  const known = queryNames.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return `${path} ${saves}${displayText(displayOfDevice(headers.cookie))}${known.length > 0 ? JSON.stringify(known) : ''}`
}

/** True for a request that what is for everybody may answer. One with the type of a body looks like a form's, which gets no fixed message. */
export function isForAll({ method, headers }: IncomingMessage): boolean {
  const { authorization, cookie, 'content-type': type } = headers
  const isRead = (method === 'GET' || method === 'HEAD') && type === undefined
  return isRead && authorization === undefined && !bringsMore(cookie)
}

const noPages = () =>
  new LRUCache<string, EncodedAnswer>({
    ttl: KEPT_FOR,
    // Otherwise the cached time of a busy event loop would prolong a page's life.
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST_PAGE * 2,
    sizeCalculation: ({ size }, key) => size + key.length,
  })

/** Caches public pages and lists for visitors without credentials, while nothing is unique in them and nothing committed. */
export function pageCache(db: Database): PageCache {
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
    if (!isForAll(request) || !isHost(request.headers.host ?? '')) return undefined
    const page = pagesNow()?.get(keyOf(request))
    return page && sendEncoded(request, response, page)
  }

  const keeping: RequestHandler = (request, response, next) => {
    response.vary('Save-Data')
    // Those of its beginning: what a page is rendered from may be newer than they are, never older.
    const pages = request.method === 'GET' && isForAll(request) ? pagesNow() : undefined
    holdBack(request, response, async (body) => {
      if (!pages || !isTheSameForAll(request, response, body)) return sendCompressed(request, response, body)
      const page = await keptPage(response, body)
      pages.set(keyOf(request), page)
      sendEncoded(request, response, page)
    })
    next()
  }
  return { answer, keeping }
}

/** Headers that belong to one response, or that Node writes. */
const OF_ONE = new Set([
  ...['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'date'],
  REQUEST_ID,
])

/** Of 11, levels above 9 take ten times as long for a few per cent. */
const brotli = (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

/** A page that was rendered for `response`, as it is kept for others: in all encodings, with its headers but for the nonce. */
async function keptPage(response: Response, body: Buffer): Promise<EncodedAnswer> {
  response.vary('Accept-Encoding')
  const headers = Object.entries(response.getHeaders())
    .filter(([name, value]) => value !== undefined && !OF_ONE.has(name))
    .flatMap(([name, value]) => [name, String(value).replace(` 'nonce-${uniqueOf(response).nonce}'`, '')])
  const [br, gzipped] = await Promise.all([brotli(body), promisify(gzip)(body, { level: 9 })])
  return encodedAnswer({ br, gzip: gzipped, identity: body }, headers, etag(body, { weak: true }))
}

function isTheSameForAll({ path }: Request, response: Response, body: Buffer): boolean {
  return (
    response.statusCode === 200 &&
    (/^text\/html/.test(String(response.getHeader('Content-Type'))) || listsForAnyone(path)) &&
    !/no-store/.test(String(response.getHeader('Cache-Control'))) &&
    !response.hasHeader('Set-Cookie') &&
    !Object.values(uniqueOf(response)).some((value) => body.includes(value))
  )
}

/** Sends a page for one visitor, by gzip at once: to hand it to another thread takes twice as long as to compress it. */
function sendCompressed({ headers }: IncomingMessage, response: Response, body: Buffer): void {
  response.vary('Accept-Encoding')
  const isPlain = body.length < 1024 || encodingFor(headers['accept-encoding'], ['gzip', 'identity']) === 'identity'
  if (isPlain) return void response.end(body)
  const bytes = gzipSync(body, QUICKLY)
  response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}

/** Of nine: a fifth to two fifths quicker than six, for two to three bytes more in a hundred. */
const QUICKLY = { level: 4 }

/** Pages and the API's answers: what compresses well at one go, in a third of the time that a stream takes. */
const WHOLE = /^(text\/html|application\/json)/

const asItComes = compression()

/** Holds an answer back until it is whole, then has `finish` send it. What is not WHOLE or larger than LARGEST_PAGE is compressed as it comes. */
function holdBack(request: Request, response: Response, finish: (body: Buffer) => Promise<void>) {
  const { write, end } = response
  const held: Buffer[] = []
  let size = 0
  const letGo = () => {
    Object.assign(response, { write, end })
    asItComes(request, response, () => {})
    for (const chunk of held) response.write(chunk)
  }
  const hold = (chunk: unknown) => {
    if (!(typeof chunk === 'string' || chunk instanceof Uint8Array)) return
    // Copied, since whoever writes bytes may use them again.
    const bytes = Buffer.from(chunk as string)
    held.push(bytes)
    size += bytes.length
  }
  const isHeld = () => WHOLE.test(String(response.getHeader('Content-Type'))) && size <= LARGEST_PAGE
  response.write = ((...args: Parameters<typeof write>) => {
    hold(args[0])
    if (!isHeld()) letGo()
    return true
  }) as typeof write
  response.end = ((chunk: unknown) => {
    hold(chunk)
    Object.assign(response, { write, end })
    if (isHeld() && size > 0) finish(Buffer.concat(held)).catch((error) => response.destroy(error))
    else {
      letGo()
      response.end()
    }
    return response
  }) as typeof end
}
