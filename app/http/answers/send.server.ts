import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import type { Response as ExpressResponse, Request } from 'express'
import Negotiator from 'negotiator'

/** Types worth compressing. */
const COMPRESSIBLE_TYPE = /^(text\/|application\/(json|xml|[\w.-]+\+xml|[\w.-]+\+json))/
/** Level 4 is 20 to 40 % faster than 6, for 2 to 3 % more bytes. */
const FAST_GZIP = { level: 4 }
/** Smaller responses are not compressed; larger ones are streamed, and not cached. /api/openapi.json (290 kB) must be. */
const MIN_COMPRESSED_BYTES = 1024
const MAX_BUFFERED_BYTES = 320 * 1024

/** Sets the status and headers of a response. They replace earlier ones, but cookies and Vary accumulate. */
function setStatusAndHeaders(response: ExpressResponse, answer: Response): void {
  response.status(answer.status)
  for (const [name, value] of answer.headers)
    if (name === 'set-cookie') response.append(name, value)
    else if (name === 'vary') response.vary(value)
    else response.set(name, value)
}

/** Reads a body to its end or beyond `maxBytes`, and returns whether that is all of it. */
async function readBeginning(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = []
  for (let size = 0; size <= maxBytes; ) {
    const { done, value } = await reader.read()
    if (done) return { chunks, isComplete: true }
    chunks.push(value)
    size += value.byteLength
  }
  return { chunks, isComplete: false }
}

/** The chunks already read, then the rest. Cancels its source without an error, which the source would not handle. */
async function* readAll(chunks: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    yield* chunks
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}

/**
 * Sends Remix's response at the pace of its client. A text up to 256 kB is compressed in one piece, since a stream takes three times as
 * long. `sendWhole` gets such a text after the status and headers are set, and returns true if it has sent it.
 */
export async function sendResponse(
  request: Request,
  response: ExpressResponse,
  answer: Response,
  sendWhole: (body: Buffer) => Promise<boolean> = async () => false,
): Promise<void> {
  setStatusAndHeaders(response, answer)
  const { body } = answer
  if (!body || request.method === 'HEAD' || response.destroyed) {
    await body?.cancel()
    return void response.end()
  }
  const type = answer.headers.get('Content-Type') ?? ''
  // A compressed file would not match the ranges that it offers.
  const isText = COMPRESSIBLE_TYPE.test(type) && !answer.headers.has('Accept-Ranges')
  const reader = body.getReader()
  if (!isText) return pipeToClient([Readable.from(readAll([], reader))], response)
  const { chunks, isComplete } = await readBeginning(reader, MAX_BUFFERED_BYTES)
  response.vary('Accept-Encoding')
  const isCompressed = negotiateEncoding(request.headers['accept-encoding'], ['gzip', 'identity']) === 'gzip'
  if (!isComplete) {
    response.removeHeader('Content-Length')
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip')
    return pipeToClient(
      [Readable.from(readAll(chunks, reader)), ...(isCompressed ? [createGzip(FAST_GZIP)] : [])],
      response,
    )
  }
  const [first] = chunks
  const wholeBody =
    first && chunks.length === 1 ? Buffer.from(first.buffer, first.byteOffset, first.byteLength) : Buffer.concat(chunks)
  if (await sendWhole(wholeBody)) return
  const isUncompressed = wholeBody.length < MIN_COMPRESSED_BYTES || !isCompressed
  const bytes = isUncompressed ? wholeBody : gzipSync(wholeBody, FAST_GZIP)
  if (!isUncompressed) response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}

/** Sends a stream, and stops when its client is gone. Throws what its source throws. */
async function pipeToClient(
  streams: (Readable | ReturnType<typeof createGzip>)[],
  response: ExpressResponse,
): Promise<void> {
  try {
    await pipeline([...streams, response])
  } catch (error) {
    // The client is gone, so there is no one to answer.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** The encodings of responses, best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type ContentEncoding = (typeof ENCODINGS)[number]

/** The one of `encodings` that an Accept-Encoding header prefers (RFC 9110, 12.5.3); `identity` if it accepts none. */
export function negotiateEncoding(accepted = '', encodings: readonly ContentEncoding[] = ENCODINGS): ContentEncoding {
  // Most browsers name encodings without weights, which Negotiator would sort.
  if (!/[;*]/.test(accepted)) {
    const names = accepted.toLowerCase().split(/[\s,]+/)
    return encodings.find((encoding) => names.includes(encoding)) ?? 'identity'
  }
  const request = { headers: { 'accept-encoding': accepted } }
  return new Negotiator(request).encoding(encodings, encodings) ?? 'identity'
}
