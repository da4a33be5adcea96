import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AppLoadContext } from '@remix-run/node'
import { isEmptyInput } from '~/domain/contents'
import { receiveFile } from '~/domain/files/arriving.server'
import { Refused } from '~/domain/refused'
import { createRefusalResponse } from '~/http/errors/refusal'
import { BODY_LIMITS, FORM_LIMIT, UPLOAD_LIMIT } from '~/http/limits/body-sizes'
import { FormTooLarge, readMultipart } from './multipart'

/** Beyond the site's forms, the longest of which is that of 40 activities: more is an attempt to keep the server busy. */
const MOST_ENTRIES = 300
const LONGEST_NAME = 100
const HIGHEST_INDEX = 100
/** A body of more bytes than are read; `begun` are those that were. */
class BodyTooLarge extends Error {
  constructor(readonly received = Buffer.alloc(0)) {
    super()
  }
}

const isUrlencoded = ({ headers }: Request) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers.get('Content-Type') ?? '')

/** The bytes of a body. Throws BodyTooLarge beyond `limit`; the rest is left, since to cancel it would cut the answer off. */
async function* chunksOf(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  for (let left = limit; reader; ) {
    const { done, value } = await reader.read()
    if (done) return
    yield value.subarray(0, left)
    left -= value.byteLength
    if (left < 0) throw new BodyTooLarge()
  }
}

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of chunksOf(request, limit)) chunks.push(chunk)
  } catch (error) {
    throw error instanceof BodyTooLarge ? new BodyTooLarge(Buffer.concat(chunks)) : error
  }
  return Buffer.concat(chunks)
}

const TOO_LARGE = 'That is too large to send. Please send less at a time.'

/** What `read` makes of a body within its limit. Of a form without files that is larger, its beginning, and what it failed at. */
async function readWithin<Result>(
  request: Request,
  { limit = FORM_LIMIT, tooLarge }: Reading,
  read: (limit: number) => Promise<Result>,
  broken: string,
): Promise<Result | Arrived> {
  try {
    if (Number(request.headers.get('Content-Length')) > limit && !isUrlencoded(request)) throw new BodyTooLarge()
    return await read(limit)
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      if (tooLarge) throw createRefusalResponse(request, 413, { message: tooLarge })
      const refused = new Refused(413, TOO_LARGE)
      const form = isUrlencoded(request) ? await beginningOf(error.received) : undefined
      if (form) return { form, failed: { error: refused } }
      throw refused
    }
    const message = error instanceof FormTooLarge ? 'This form was sent with more fields than it has.' : broken
    throw createRefusalResponse(request, 400, { message })
  }
}

/** What can be read of a form that is too large, so that it can come back. */
const beginningOf = (started: Buffer): Promise<FormData | undefined> =>
  Promise.resolve(started)
    .then(decodeForm)
    .catch(() => undefined)

/** Refuses a compressed body (gzip, br): it is not decompressed, so its size says nothing. */
function requirePlain(request: Request): void {
  if (/^(identity)?$/i.test(request.headers.get('Content-Encoding')?.trim() ?? '')) return
  throw createRefusalResponse(request, 415, { message: 'Please send this without a Content-Encoding.' })
}

const isBoundedName = (name: string) =>
  name.length <= LONGEST_NAME && [...name.matchAll(/\[(\d+)\]/g)].every(([, index]) => Number(index) <= HIGHEST_INDEX)

/** The fields of a form without files, whose entries are counted in its bytes before they are parsed. */
function decodeForm(bytes: Buffer): FormData {
  let entries = 1
  for (let at = bytes.indexOf('&'); at !== -1; at = bytes.indexOf('&', at + 1)) {
    entries += 1
    if (entries > MOST_ENTRIES) throw new FormTooLarge()
  }
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (!isBoundedName(name)) throw new FormTooLarge()
    form.append(name, value)
  }
  return form
}

/** A form, and what kept the rest of it from arriving. */
interface Arrived {
  form: FormData
  failed?: { error: unknown }
}

async function arrivedForm({ request, context }: Reader, type: string, limit: number): Promise<Arrived> {
  // Where no files are taken the whole body is as small as a text.
  const arrive = limit === UPLOAD_LIMIT ? onDisk(context) : inMemory
  const bounds = { mostParts: MOST_ENTRIES, isBoundedName, arrive }
  const entries = await readMultipart(chunksOf(request, limit), type, bounds)
  const arrived: Arrived = { form: new FormData() }
  for (const [name, value] of entries)
    try {
      const content = await value
      if (!isEmptyInput(content)) arrived.form.append(name, content as string)
    } catch (error) {
      arrived.failed ??= { error }
    }
  return arrived
}

/** Keeps a file on the disk until the form is answered (form-recovery.server.ts). */
function onDisk({ incomingUploads: arriving, submission }: AppLoadContext) {
  return (bytes: AsyncIterable<Buffer>) => {
    if (!submission) throw new Error('a file arrived outside of an action')
    const path = join(arriving, randomUUID())
    submission.files.push(path)
    return receiveFile(path, bytes)
  }
}

async function inMemory(bytes: AsyncIterable<Buffer>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of bytes) chunks.push(new Uint8Array(chunk))
  return new Blob(chunks)
}

interface Reading {
  /** The most bytes that are read, unless as many as the route declares. With UPLOAD_LIMIT files are taken, which only tutors may send. */
  limit?: number
  /** What is said of a body that is too large, on a page of its own: the form does not come back. */
  tooLarge?: string
}

type Reader = { request: Request; context: AppLoadContext }

/**
 * The fields of a form, its files on the disk until the request is answered, and what kept the rest from arriving: a Refused, 413, or
 * node:fs's errors. Throws a Response: 413 with `tooLarge`, 415, 400 when malformed or overfull.
 */
export async function readArrived(reader: Reader, options: Reading = {}): Promise<Arrived> {
  const { request } = reader
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
    throw createRefusalResponse(request, 415, { message: 'Please send this as a form.' })
  requirePlain(request)
  const read = async (limit: number): Promise<Arrived> =>
    isUrlencoded(request) ? { form: decodeForm(await readBytes(request, limit)) } : arrivedForm(reader, type, limit)
  const limit = options.limit ?? BODY_LIMITS[reader.context.route?.screen?.body ?? 'form']
  return readWithin(request, { ...options, limit }, read, 'Part of the form did not arrive. Please try again.')
}

/** The fields of a form that saves nothing. Throws what readArrived throws, and gives. */
export async function readForm(reader: Reader, options: Reading = {}): Promise<FormData> {
  const { form, failed } = await readArrived(reader, options)
  if (failed) throw failed.error
  return form
}

/** The JSON value in a body of at most `limit` bytes. Throws as readForm does. */
export async function readJson(request: Request, limit = FORM_LIMIT): Promise<unknown> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw createRefusalResponse(request, 415, { message: 'Please send this as JSON (Content-Type: application/json).' })
  requirePlain(request)
  const decode = (bytes: Buffer) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  const read = async (limit: number) => decode(await readBytes(request, limit))
  return readWithin(request, { limit }, read, 'The body is not valid JSON.')
}
