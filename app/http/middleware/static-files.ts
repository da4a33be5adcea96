import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { negotiateEncoding } from '~/http/answers/encoding'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** What the build names by its content never changes; the others (pictures, robots) are asked about again after an hour. */
const getCacheControl = (path: string) => (path.startsWith('/assets/') ? IMMUTABLE : 'public, max-age=3600')

/** Files are the same for everybody and no pages, so they carry only those headers that concern files. */
const FILE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

/** Answers a request for a file; `next` is called where there is none. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Serves a folder's files, compressed ones (.br and .gz next to them) to whoever reads these. */
export function createFileServer(folder: string): StaticFiles {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', getCacheControl(path))
      // sirv's list of types has none for it.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon')
      for (const [name, value] of Object.entries(FILE_HEADERS)) response.setHeader(name, value)
    },
  })
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    // sirv looks only for the names of encodings, whether they are wanted or not.
    const requested = request.headers['accept-encoding']
    request.headers['accept-encoding'] = negotiateEncoding(requested)
    serve(request, response, () => {
      request.headers['accept-encoding'] = requested
      next()
    })
  }
}
