import { Refused } from '~/domain/refused'
import { greatestBody } from './body-sizes'
import { noteForm } from './once.server'
import { refusal } from './refusal'

/** Beyond the site's forms, the longest of which is that of 40 activities: more is an attempt to keep the server busy. */
const MOST_ENTRIES = 300
const LONGEST_NAME = 100
const HIGHEST_INDEX = 100
/** The most bytes of a multipart part's headers, which hold a name and a file name. */
const LONGEST_HEAD = 4 * 1024

/** A body of more bytes than are read; `begun` are those that were. */
class BodyTooLarge extends Error {
  constructor(readonly begun = Buffer.alloc(0)) {
    super()
  }
}

const isUrlencoded = ({ headers }: Request) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers.get('Content-Type') ?? '')

/**
 * The bytes of a body. Throws BodyTooLarge as soon as more than `limit` have come in, and leaves the rest unread: cancelling the
 * stream would close the connection before the response is sent. Of a form without files the first ones are read even if it says that
 * it is too large, since it comes back to whoever typed it.
 */
async function readBytes(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('Content-Length')) > limit && !isUrlencoded(request)) throw new BodyTooLarge()
  const chunks: Uint8Array[] = []
  const reader = request.body?.getReader()
  for (let received = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    received += value.byteLength
    chunks.push(value)
    if (received > limit) throw new BodyTooLarge(Buffer.concat(chunks).subarray(0, limit))
  }
  return Buffer.concat(chunks)
}

const TOO_LARGE = 'That is too large to send. Please send less at a time.'

async function reading<Result>(
  request: Request,
  { mayAddFiles = true, tooLarge }: Reading,
  decode: (bytes: Buffer) => Result | Promise<Result>,
  broken: string,
): Promise<Result> {
  const limit = greatestBody(new URL(request.url).pathname, mayAddFiles)
  try {
    return await decode(await readBytes(request, limit))
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      if (tooLarge) throw refusal(request, 413, { message: tooLarge })
      if (isUrlencoded(request)) await noteBeginning(error.begun)
      throw new Refused(413, TOO_LARGE)
    }
    const message = error instanceof Overfull ? 'This form was sent with more fields than it has.' : broken
    throw refusal(request, 400, { message })
  }
}

/** Notes what can be read of a form that is too large, so that it can come back. */
async function noteBeginning(begun: Buffer): Promise<void> {
  const form = await decodeForm(begun, 'application/x-www-form-urlencoded').catch(() => undefined)
  if (form) await noteForm(form)
}

/** Refuses a compressed body (gzip, br): it is not decompressed, so its size says nothing. */
function requirePlain(request: Request): void {
  if (/^(identity)?$/i.test(request.headers.get('Content-Encoding')?.trim() ?? '')) return
  throw refusal(request, 415, { message: 'Please send this without a Content-Encoding.' })
}

/** A form with more entries than any form of the site. */
class Overfull extends Error {}

/** True when a body has few enough entries to be parsed, counted in its bytes beforehand. */
function isBounded(bytes: Buffer, boundary: string | undefined): boolean {
  const mark = boundary === undefined ? '&' : `--${boundary}`
  // Separators are between entries; multipart boundaries are one more than the parts.
  let entries = boundary === undefined ? 1 : -1
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) {
    entries += 1
    if (entries > MOST_ENTRIES) return false
    if (boundary !== undefined && isLongHead(bytes.subarray(at, at + LONGEST_HEAD))) return false
  }
  return true
}

/** True when a part's headers, which end with an empty line, are not complete within `start`; there are none after the last boundary. */
function isLongHead(start: Buffer): boolean {
  return start.length === LONGEST_HEAD && !start.includes('\r\n\r\n')
}

const isBoundedName = (name: string) =>
  name.length <= LONGEST_NAME && [...name.matchAll(/\[(\d+)\]/g)].every(([, index]) => Number(index) <= HIGHEST_INDEX)

async function decodeForm(bytes: Buffer, type: string): Promise<FormData> {
  const boundary = /^multipart/i.test(type) ? (/boundary="?([^";]+)"?/i.exec(type)?.[1] ?? '') : undefined
  if (!isBounded(bytes, boundary)) throw new Overfull()
  const form = await new Response(bytes as Buffer<ArrayBuffer>, { headers: { 'Content-Type': type } }).formData()
  for (const [name] of form) if (!isBoundedName(name)) throw new Overfull()
  return form
}

interface Reading {
  /** False for who has no live session. Wherever files are taken, the route has made sure of a tutor before it reads. */
  mayAddFiles?: boolean
  /** What is said of a body that is too large, on a page of its own: the form does not come back. */
  tooLarge?: string
}

/**
 * The fields of a form, read up to the bytes that its address may be sent (body-sizes.ts). Throws Refused, 413, when it is too large; a
 * Response: 415 when it is no form, 400 when it is malformed, or has more than 300 entries, a name of more than 100 characters or an
 * index over 100; the first answer when the
 * same form was saved before (once.server.ts).
 */
export async function readForm(request: Request, options: Reading = {}): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
    throw refusal(request, 415, { message: 'Please send this as a form.' })
  requirePlain(request)
  const form = await reading(
    request,
    options,
    (bytes) => decodeForm(bytes, type),
    'Part of the form did not arrive. Please try again.',
  )
  await noteForm(form)
  return form
}

/** The JSON value in a body, read up to the bytes that its address may be sent. Throws as readForm does. */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw refusal(request, 415, { message: 'Please send this as JSON (Content-Type: application/json).' })
  requirePlain(request)
  const decode = (bytes: Buffer) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  return reading(request, { mayAddFiles: false }, decode, 'The body is not valid JSON.')
}
