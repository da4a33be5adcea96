import type { RequestHandler, Response } from 'express'

interface Page {
  body: Buffer
  until: number
}

/** Long enough to carry a crowd, short enough for what the operator changes by hand, and for the year in the footer. */
const KEPT_FOR = 60_000
const MOST_PAGES = 300

/**
 * Keeps rendered public pages in memory: rendering is most of an answer's work. Only whole pages without scripts are
 * kept (their policy's nonce is used once), only for visitors without cookies, none that an address's secret opens, and no
 * longer than until somebody sends anything but a GET: what that changes is to be seen at once.
 */
export function pageCache(): RequestHandler {
  const pages = new Map<string, Page>()
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
    if (request.method === 'HEAD' || request.headers.cookie) return next()
    const key = `${request.headers['save-data'] ?? ''} ${request.originalUrl}`
    const kept = pages.get(key)
    if (kept && kept.until > Date.now()) return void response.type('html').send(kept.body)

    const begun = changes
    collect(response, (body) => {
      const isPage = response.statusCode === 200 && /^text\/html/.test(String(response.getHeader('Content-Type')))
      const isSecret = /no-store/.test(String(response.getHeader('Cache-Control')))
      const isForAll = !isSecret && !response.hasHeader('Set-Cookie') && !body.includes(response.locals.nonce)
      if (!isPage || !isForAll || begun !== changes || pages.size >= MOST_PAGES) return
      pages.set(key, { body, until: Date.now() + KEPT_FOR })
    })
    next()
  }
}

/** Gives the whole body of a response to `whole` once it has been sent. */
function collect(response: Response, whole: (body: Buffer) => void) {
  const chunks: Buffer[] = []
  const note = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
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
  response.on('finish', () => whole(Buffer.concat(chunks)))
}
