import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'

/** In milliseconds. Long enough for a rush of visitors, short enough for changes that the operator makes by hand, and for the year in the footer. */
const KEPT_FOR = 60_000
/** The bytes of all cached pages, and of one. The public pages take a tenth of it. */
const MOST_BYTES = 8 * 1024 * 1024
const LARGEST_PAGE = 256 * 1024

/** The query parameters that public pages read; others don't change them. */
export const queryNames = ['asked', 'next', 'page', 'subscribed', 'tab']

/** A page's key: its path, the parameters it reads, and whether the visitor saves data. */
function keyOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://site.invalid')
  const known = queryNames.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return JSON.stringify([pathname, known, request.headers['save-data'] === 'on'])
}

/**
 * Caches rendered public pages in memory, since rendering is most of a response's work. Only whole pages without scripts (a nonce
 * is used once), only for visitors without credentials, never a page behind a secret address, and only until a request that is not
 * GET: its changes must show at once.
 */
export function pageCache(): RequestHandler {
  const pages = new LRUCache<string, Buffer>({
    ttl: KEPT_FOR,
    // Otherwise the cached time of a busy event loop would prolong a page's life.
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST_PAGE,
    sizeCalculation: (body, key) => body.length + key.length,
  })
  // Pages rendered from before a change must not be stored after it.
  let changes = 0
  const forget = () => {
    changes += 1
    pages.clear()
  }

  return (request, response, next) => {
    response.vary('Save-Data')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      forget()
      response.on('close', forget)
      return next()
    }
    const { cookie, authorization } = request.headers
    if (request.method === 'HEAD' || cookie !== undefined || authorization !== undefined) return next()
    const key = keyOf(request)
    const kept = pages.get(key)
    if (kept) return void response.type('html').send(kept)

    const begun = changes
    collect(response, (body) => {
      const isSecret = /no-store/.test(String(response.getHeader('Cache-Control')))
      const isForAll = !isSecret && !response.hasHeader('Set-Cookie') && !body.includes(response.locals.nonce)
      if (response.statusCode === 200 && isForAll && begun === changes) pages.set(key, body)
    })
    next()
  }
}

/** Calls `whole` with the body of a response once it is sent, when it is a page and small enough to cache. */
function collect(response: Response, whole: (body: Buffer) => void) {
  let size = 0
  const chunks: Buffer[] = []
  const isPage = () => /^text\/html/.test(String(response.getHeader('Content-Type')))
  const note = (chunk: unknown) => {
    if (!(typeof chunk === 'string' || chunk instanceof Uint8Array) || !isPage()) return
    size += chunk.length
    if (size <= LARGEST_PAGE) chunks.push(Buffer.from(chunk as string))
  }
  const { write, end } = response
  response.write = ((...args: Parameters<typeof write>) => {
    note(args[0])
    return write.apply(response, args)
  }) as typeof write
  response.end = ((...args: Parameters<typeof end>) => {
    note(args[0])
    return end.apply(response, args)
  }) as typeof end
  response.on('finish', () => {
    if (isPage() && size <= LARGEST_PAGE) whole(Buffer.concat(chunks))
  })
}
