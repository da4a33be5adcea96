import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import etag from 'etag'
import sirv from 'sirv'
import { type EncodedAnswer, encodedAnswer, encodingFor, type Sent, sendEncoded } from '~/http/answers/encoding'

const FOREVER = 'public, max-age=31536000, immutable'
/** What the build names by its content never changes; the others (pictures, robots) are asked about again after an hour. */
const lifeOf = (path: string) => (path.startsWith('/assets/') ? FOREVER : 'public, max-age=3600')

/** Files are the same for everybody and no pages, so they carry only those headers that concern files. */
const OF_FILES = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

/** The kinds of files in `assets`, by the ends of their names. */
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }

/** The files of the folder's `assets`, by their addresses: read once, since every page asks for them, and 1.3 MB in all. */
function assetsIn(folder: string): Map<string, EncodedAnswer> {
  const assets = join(folder, 'assets')
  const found = new Map<string, EncodedAnswer>()
  for (const name of existsSync(assets) ? readdirSync(assets) : []) {
    const type = TYPES[name.split('.').at(-1) ?? '']
    if (!type) continue
    const read = (end: string) => (existsSync(join(assets, name + end)) ? readFileSync(join(assets, name + end)) : null)
    const identity = readFileSync(join(assets, name))
    // Remix writes its manifest when the others are compressed already.
    const [br, gzip] = [read('.br') ?? brotliCompressSync(identity), read('.gz') ?? gzipSync(identity)]
    const headers = Object.entries({
      ...OF_FILES,
      'Content-Type': `${type};charset=utf-8`,
      'Cache-Control': FOREVER,
      Vary: 'Accept-Encoding',
    }).flat()
    found.set(`/assets/${name}`, encodedAnswer({ br, gzip, identity }, headers, etag(identity, { weak: true })))
  }
  return found
}

/** The files of a folder. */
export interface StaticFiles {
  /** Answers a request for one of the `assets`. Returns what was sent, or undefined for any other request. */
  answer: (request: IncomingMessage, response: ServerResponse) => Sent | undefined
  /** Answers a request for any other file; `next` is called where there is none. */
  serve: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

const isReading = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** Serves a folder's files, compressed ones (.br and .gz beside them) to whoever reads these. */
export function staticFiles(folder: string): StaticFiles {
  const assets = assetsIn(folder)
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', lifeOf(path))
      // sirv's list of types has none for it.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon')
      for (const [name, value] of Object.entries(OF_FILES)) response.setHeader(name, value)
    },
  })
  return {
    answer: (request, response) => {
      const asset = isReading(request) && !request.headers.range ? assets.get(request.url ?? '') : undefined
      return asset && sendEncoded(request, response, asset)
    },
    serve: (request, response, next) => {
      if (!isReading(request)) return next()
      // sirv looks only for the names of encodings, whether they are wanted or not.
      const asked = request.headers['accept-encoding']
      request.headers['accept-encoding'] = encodingFor(asked)
      serve(request, response, () => {
        request.headers['accept-encoding'] = asked
        next()
      })
    },
  }
}
