import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import type { Response as ExpressResponse, Request } from 'express'
import { negotiateEncoding } from './encoding'

/** What is worth compressing. */
const TEXT = /^(text\/|application\/(json|xml|[\w.-]+\+xml|[\w.-]+\+json))/
/** Of nine: a fifth to two fifths quicker than six, for two to three bytes more in a hundred. */
const QUICKLY = { level: 4 }
/** In bytes. What is smaller is not compressed; what is larger is sent as it comes. */
const SMALLEST = 1024
const LARGEST_WHOLE = 256 * 1024

/** Sets the status and headers of an answer. They replace those that are set already, but cookies and Vary add up. */
function writeHead(response: ExpressResponse, answer: Response): void {
  response.status(answer.status)
  for (const [name, value] of answer.headers)
    if (name === 'set-cookie') response.append(name, value)
    else if (name === 'vary') response.vary(value)
    else response.set(name, value)
}

/** What is read of a body before its end or `most` bytes, and whether that is all. */
async function beginningOf(reader: ReadableStreamDefaultReader<Uint8Array>, most: number) {
  const chunks: Uint8Array[] = []
  for (let size = 0; size <= most; ) {
    const { done, value } = await reader.read()
    if (done) return { chunks, isWhole: true }
    chunks.push(value)
    size += value.byteLength
  }
  return { chunks, isWhole: false }
}

/** What was read, and what is still to be read. Its source is given up without an error, which nobody there listens for. */
async function* allOf(chunks: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    yield* chunks
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}

/**
 * Sends Remix's answer at the pace of its client. A text is compressed: at one go, since a stream takes three times as long, unless it is
 * larger than 256 kB. `keep` gets a whole text and its status and headers are set by then; it may send it itself (true).
 */
export async function sendResponse(
  request: Request,
  response: ExpressResponse,
  answer: Response,
  keep: (body: Buffer) => Promise<boolean> = async () => false,
): Promise<void> {
  writeHead(response, answer)
  const { body } = answer
  if (!body || request.method === 'HEAD' || response.destroyed) {
    await body?.cancel()
    return void response.end()
  }
  const type = answer.headers.get('Content-Type') ?? ''
  // Compressed, a file would not fit the ranges that it offers.
  const isText = TEXT.test(type) && !answer.headers.has('Accept-Ranges')
  const reader = body.getReader()
  if (!isText) return pipe([Readable.from(allOf([], reader))], response)
  const { chunks, isWhole } = await beginningOf(reader, LARGEST_WHOLE)
  response.vary('Accept-Encoding')
  const isCompressed = negotiateEncoding(request.headers['accept-encoding'], ['gzip', 'identity']) === 'gzip'
  if (!isWhole) {
    response.removeHeader('Content-Length')
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip')
    return pipe([Readable.from(allOf(chunks, reader)), ...(isCompressed ? [createGzip(QUICKLY)] : [])], response)
  }
  const whole = Buffer.concat(chunks)
  if (await keep(whole)) return
  const isSmall = whole.length < SMALLEST || !isCompressed
  const bytes = isSmall ? whole : gzipSync(whole, QUICKLY)
  if (!isSmall) response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}

/** Sends a stream. Ends it where its client is gone; throws what its source throws. */
async function pipe(streams: (Readable | ReturnType<typeof createGzip>)[], response: ExpressResponse): Promise<void> {
  try {
    await pipeline([...streams, response])
  } catch (error) {
    // The client is gone: there is nobody to be answered.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
