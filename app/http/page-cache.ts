import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'

/** Long enough to carry a crowd, short enough for what the operator changes by hand, and for the year in the footer. */
const KEPT_FOR = 60_000
/** All kept pages together, and one of them, in bytes. The public pages take a tenth of it. */
const MOST_BYTES = 8 * 1024 * 1024
const LARGEST_PAGE = 256 * 1024

/** What the public pages read of an address' query; any other name changes nothing of them. */
export const queryNames = ['asked', 'next', 'page', 'subscribed', 'tab']

/** What tells one page from another: its path, what it reads of the query, and whether the visitor saves data. */
function keyOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://site.invalid')
  const known = queryNames.flatMap((name) => searchParams.getAll(name).map((value) => [name, value]))
  return JSON.stringify([pathname, known, request.headers['save-data'] === 'on'])
}

/**
 * Keeps rendered public pages in memory: rendering is most of an answer's work. Only whole pages without scripts are
 * kept (their policy's nonce is used once), only for visitors who say nothing of who they are, none that an address's secret
 * opens, and no longer than until somebody sends anything but a GET: what that changes is to be seen at once.
 */
export function pageCache(): RequestHandler {
  const pages = new LRUCache<string, Buffer>({
    ttl: KEPT_FOR,
    // Else a busy moment keeps what it took for now, and a page lives on.
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST_PAGE,
    sizeCalculation: (body, key) => body.length + key.length,
  })
  // Pages that were begun before a change must not be kept after it.
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

/** Gives the whole body of a response to `whole` once it has been sent, when it is a page and not too large to keep. */
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
