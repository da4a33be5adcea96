import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import etag from 'etag'
import fresh from 'fresh'
import sirv from 'sirv'
import { type ContentEncoding, ENCODINGS, negotiateEncoding } from '~/http/answers/send.server'
import type { SentAnswer } from './observe-requests.server'

/** The route under which the build's files are logged and counted. */
export const FILE_ROUTE = '(file)'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Files with a hash in their name never change; others (pictures, robots.txt) are revalidated after an hour. */
const getCacheControl = (path: string) => (path.startsWith('/assets/') ? IMMUTABLE : 'public, max-age=3600')

/** Files are public and not pages, so they need only these headers. */
const FILE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' }

/** The types of files that are read into memory: all that the build writes. */
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** The endings of the compressed files next to a file. */
const COMPRESSED = { br: '.br', gzip: '.gz', identity: '' } as const

/** Node sends a string together with its headers, but a Buffer after them. Larger ones take longer to copy. In bytes. */
const MAX_STRING = 16 * 1024

/** A file in memory: its forms with their headers. Headers alternate between names and values. */
interface StoredFile {
  etag: string
  /** The headers of every form, which a 304 has too. */
  headers: string[]
  encodings: ContentEncoding[]
  forms: Map<ContentEncoding, { body: Buffer | string; headers: string[] }>
}

/** Reads the files of known types by their path, with the compressed forms next to them: 2.4 MB in all (29 November 2026). */
function readFiles(folder: string): Map<string, StoredFile> {
  const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  const readFile = (name: string, type: string): StoredFile => {
    const stat = statSync(join(folder, name))
    // Weak, since all forms have it.
    const tag = etag(stat, { weak: true })
    const headers = Object.entries({
      'Content-Type': type,
      'Cache-Control': getCacheControl(`/${name}`),
      ETag: tag,
      'Last-Modified': stat.mtime.toUTCString(),
      Vary: 'Accept-Encoding',
      ...FILE_HEADERS,
    }).flat()
    const file: StoredFile = { etag: tag, headers, encodings: [], forms: new Map() }
    for (const encoding of ENCODINGS) {
      if (!names.has(name + COMPRESSED[encoding])) continue
      const bytes = readFileSync(join(folder, name + COMPRESSED[encoding]))
      const body = bytes.length > MAX_STRING ? bytes : bytes.toString('latin1')
      const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
      file.encodings.push(encoding)
      file.forms.set(encoding, { body, headers: [...headers, ...encoded, 'Content-Length', String(body.length)] })
    }
    return file
  }
  return new Map(
    [...names].flatMap((name) => {
      const type = TYPES[extname(name)]
      return type ? [[`/${name}`, readFile(name, type)]] : []
    }),
  )
}

/** A range that sirv reads as RFC 9110 means it: of others, such as the last bytes, it sends the first ones. A server may ignore ranges. */
const RANGE = /^bytes=\d+-\d*$/

export interface StaticFiles {
  /** Answers a request for a whole file from memory. Returns what was sent, or undefined for any other request. */
  answer: (request: IncomingMessage, response: ServerResponse) => SentAnswer | undefined
  /** Answers any other request for a file, such as a range of it, or calls `next` if there is none. */
  serve: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/** Serves a folder's files, or the compressed ones next to them (.br and .gz) to clients that accept them. */
export function createFileServer(folder: string): StaticFiles {
  const files = readFiles(folder)
  const serveFromDisk = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', getCacheControl(path))
      // sirv has no type for it.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', TYPES['.ico']!)
      for (const [name, value] of Object.entries(FILE_HEADERS)) response.setHeader(name, value)
    },
  })
  return {
    answer: ({ method, url = '/', headers }, response) => {
      const file = files.get(url)
      if (!file || RANGE.test(headers.range ?? '') || (method !== 'GET' && method !== 'HEAD')) return undefined
      if (fresh(headers, { etag: file.etag })) {
        response.writeHead(304, file.headers).end()
        return { route: FILE_ROUTE, status: 304, bytes: 0 }
      }
      const form = file.forms.get(negotiateEncoding(headers['accept-encoding'], file.encodings))!
      const body = method === 'HEAD' ? undefined : form.body
      response.writeHead(200, form.headers).end(body, 'latin1')
      return { route: FILE_ROUTE, status: 200, bytes: body?.length ?? 0 }
    },
    serve: (request, response, next) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next()
      if (!RANGE.test(request.headers.range ?? '')) delete request.headers.range
      // sirv looks only for the names of encodings, even those refused with q=0.
      const requested = request.headers['accept-encoding']
      request.headers['accept-encoding'] = negotiateEncoding(requested)
      serveFromDisk(request, response, () => {
        request.headers['accept-encoding'] = requested
        next()
      })
    },
  }
}
