import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'

/** What the build names by its content never changes; the others (pictures, robots) are asked about again after an hour. */
const lifeOf = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'

/**
 * Serves a folder's files, compressed ones (.br and .gz beside them) to whoever reads these. They are the same for everybody and no
 * pages, so they carry only those headers that concern files.
 */
export function staticFiles(
  folder: string,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', lifeOf(path))
      response.setHeader('X-Content-Type-Options', 'nosniff')
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
    },
  })
  return (request, response, next) =>
    request.method === 'GET' || request.method === 'HEAD' ? serve(request, response, next) : next()
}
