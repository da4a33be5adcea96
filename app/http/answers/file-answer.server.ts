import type { FileHandle } from 'node:fs/promises'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { create as contentDisposition } from 'content-disposition'
import etag from 'etag'
import fresh from 'fresh'
import parseRange from 'range-parser'
import type { PageImageRequest } from '~/domain/documents/document-view.server'
import { isImage, PAGE_WIDTHS, SMALL_WIDTHS, type SmallWidth } from '~/domain/files/kinds'
import { parsePathId } from '~/domain/path-id'
import { toPlainLetters } from '~/domain/text'

/** An open file to serve, with a file name if it may be downloaded. */
export interface ServedFile {
  handle: FileHandle
  fileType: string
  fileName?: string
}

/** The width that a request asks for by `?width`, if there is a version of that width. */
export function readRequestedWidth(request: Request): SmallWidth | undefined {
  const requested = new URL(request.url).searchParams.get('width')
  return SMALL_WIDTHS.find((width) => String(width) === requested)
}

/** The image of a document's page, or the picture within it, that a request asks for by `?page` or `?picture` and `?width`. */
export function readRequestedPage(request: Request): PageImageRequest | undefined {
  const { searchParams } = new URL(request.url)
  const width = PAGE_WIDTHS.find((one) => String(one) === searchParams.get('width'))
  const of = searchParams.has('picture') ? 'picture' : 'page'
  const number = parsePathId(searchParams.get(of) ?? undefined)
  return width && number ? { of, number, width } : undefined
}

/** Responds with a file, the one requested range, or 304. Only images are shown inline, with `?inline`. Closes the handle. */
export async function createFileResponse(
  request: Request,
  { handle, fileType, fileName }: ServedFile,
  extraHeaders: Record<string, string> = {},
): Promise<Response> {
  const stat = await handle.stat()
  const isInline = isImage(fileType) && new URL(request.url).searchParams.has('inline')
  const headers = new Headers({
    'Content-Type': fileType === 'text/plain' ? 'text/plain; charset=utf-8' : fileType,
    'Accept-Ranges': 'bytes',
    ETag: etag(stat, { weak: false }),
    'Last-Modified': stat.mtime.toUTCString(),
    // Replaces the site's policy (http/middleware/security-headers.ts): a file must never run anything.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ...extraHeaders,
  })
  if (fileName) {
    const type = isInline ? 'inline' : 'attachment'
    headers.set('Content-Disposition', contentDisposition(fileName, { type, fallback: toAscii(fileName) }))
  }
  const answer = async (status: number, bytes?: { start: number; end: number }) => {
    if (bytes) headers.set('Content-Length', String(bytes.end - bytes.start + 1))
    if (bytes && bytes.end >= bytes.start && request.method !== 'HEAD')
      return new Response(createReadableStreamFromReadable(handle.createReadStream(bytes)), { status, headers })
    await handle.close()
    return new Response(null, { status, headers })
  }

  const requested = Object.fromEntries(request.headers)
  if (fresh(requested, Object.fromEntries(headers))) return answer(304)
  const whole = { start: 0, end: stat.size - 1 }
  const range = request.headers.get('Range')
  const ranges = range && isRangeCurrent(request, headers) ? parseRange(stat.size, range, { combine: true }) : -2
  if (ranges === -1) {
    headers.set('Content-Range', `bytes */${stat.size}`)
    return answer(416)
  }
  // Several ranges, which no browser requests, get the whole file.
  const [part, another] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  if (!part || another) return answer(200, whole)
  headers.set('Content-Range', `bytes ${part.start}-${part.end}/${stat.size}`)
  return answer(206, part)
}

/** The file name for clients that read only ASCII: Sean for Seán. */
const toAscii = (fileName: string) => toPlainLetters(fileName).replace(/[^\x20-\x7e]/g, '_')

function isRangeCurrent(request: Request, headers: Headers): boolean {
  const ifRange = request.headers.get('If-Range')
  return ifRange === null || ifRange === headers.get('ETag') || ifRange === headers.get('Last-Modified')
}

/** A text that programs request repeatedly, or 304 if the client has it already (RFC 9110, section 13). */
export function createTextResponse(request: Request, text: string, extraHeaders: Record<string, string>): Response {
  // Weak, since the same text is sent compressed and plain.
  const headers = new Headers({ ...extraHeaders, ETag: etag(text, { weak: true }) })
  const isFresh = fresh(Object.fromEntries(request.headers), Object.fromEntries(headers))
  return isFresh ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
}
