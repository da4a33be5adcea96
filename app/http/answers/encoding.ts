import type { IncomingMessage, ServerResponse } from 'node:http'
import fresh from 'fresh'
import Negotiator from 'negotiator'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** An answer as it is sent: its bytes by encoding, and all of its headers as Node writes them without looking at them again. */
export interface EncodedAnswer {
  etag: string
  /** The bytes of all encodings together. */
  size: number
  notModified: string[]
  sent: Record<Encoding, { body: Buffer; headers: string[] }>
}

/** An answer of `bodies`, which are the same thing in each encoding, with `headers` (names and values in turn) and its ETag. */
export function encodedAnswer(bodies: Record<Encoding, Buffer>, headers: string[], etag: string): EncodedAnswer {
  const notModified = [...headers, 'etag', etag]
  const inEncoding = (encoding: Encoding) => {
    const body = bodies[encoding]
    const own = encoding === 'identity' ? [] : ['content-encoding', encoding]
    return { body, headers: [...notModified, ...own, 'content-length', String(body.length)] }
  }
  const sent = { br: inEncoding('br'), gzip: inEncoding('gzip'), identity: inEncoding('identity') }
  return { etag, notModified, sent, size: ENCODINGS.reduce((sum, encoding) => sum + bodies[encoding].length, 0) }
}

/** The one of `encodings` that an Accept-Encoding header likes best (RFC 9110, 12.5.3); `identity` where it likes none. */
export function encodingFor(accepted = '', encodings: readonly Encoding[] = ENCODINGS): Encoding {
  const request = { headers: { 'accept-encoding': accepted } }
  return new Negotiator(request).encoding(encodings, encodings) ?? 'identity'
}

/** What was sent, for the log: the status, and the bytes of the body. */
export interface Sent {
  status: number
  bytes: number
}
const NOT_MODIFIED: Sent = { status: 304, bytes: 0 }

/** Sends a kept answer to a GET or HEAD: whole, or 304 to whoever has it. Returns what it sent. */
export function sendEncoded(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  kept: EncodedAnswer,
): Sent {
  if (fresh(asked, { etag: kept.etag })) {
    response.writeHead(304, kept.notModified).end()
    return NOT_MODIFIED
  }
  const { headers, body } = kept.sent[encodingFor(asked['accept-encoding'])]
  response.writeHead(200, headers).end(method === 'HEAD' ? undefined : body)
  return { status: 200, bytes: method === 'HEAD' ? 0 : body.length }
}
