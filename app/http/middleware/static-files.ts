import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { negotiateEncoding } from '~/http/answers/encoding'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Files with a hash in their name never change; others (pictures, robots.txt) are revalidated after an hour. */
const getCacheControl = (path: string) => (path.startsWith('/assets/') ? IMMUTABLE : 'public, max-age=3600')

/** Files are public and not pages, so they need only these headers. */
const FILE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

/** Answers a request for a file, or calls `next` if there is none. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Serves a folder's files, or the compressed ones next to them (.br and .gz) to clients that accept them. */
export function createFileServer(folder: string): StaticFiles {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', getCacheControl(path))
      // sirv has no type for it.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon')
      for (const [name, value] of Object.entries(FILE_HEADERS)) response.setHeader(name, value)
    },
  })
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    // sirv looks only for the names of encodings, even those refused with q=0.
    const requested = request.headers['accept-encoding']
    request.headers['accept-encoding'] = negotiateEncoding(requested)
    serve(request, response, () => {
      request.headers['accept-encoding'] = requested
      next()
    })
  }
}
