import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Busboy } from '@fastify/busboy'
import type { AppLoadContext } from '@remix-run/node'
import type { RequestArgs } from '~/auth/identity.server'
import { receiveFile } from '~/domain/files/store.server'
import {
  isReturnable,
  listTypedFields,
  type ReturnedForm,
  toBoundedForm,
  toReturnedForm,
} from '~/domain/interrupted-forms/returned-form'
import { BODY_TOO_LARGE, Refused } from '~/domain/refused'
import { isEmptyInput } from '~/domain/server-rules'
import { createRefusalResponse } from '~/http/errors/refusal'
import { FORM_LIMIT, getScreenBodyLimit, TEXT_LIMIT, UPLOAD_LIMIT } from '~/http/limits/bodies'

/** In bytes, with the boundary before it: a part's headers have a name and a file name. */
const MAX_PART_HEADER = 4 * 1024

/** A form with more entries or longer names than any form of the site. */
class FormTooLarge extends Error {}

/** The bounds of a multipart body. `receive` makes a file of a part's bytes, and must read all of them. */
interface MultipartOptions {
  maxParts: number
  isBoundedName: (name: string) => boolean
  receive: (bytes: AsyncIterable<Buffer>) => Promise<Blob>
}

/**
 * The fields of a multipart body. Each file is a Promise, rejected if it could not be stored. Throws FormTooLarge, an Error for a malformed
 * body, and what `chunks` throws, once no file is being written.
 */
async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  { maxParts, isBoundedName, receive }: MultipartOptions,
): Promise<[name: string, value: string | Promise<File>][]> {
  if (/\bboundary=("")?\s*(;|$)/i.test(type)) throw new Error('no boundary')
  const entries: [string, string | Promise<File>][] = []
  let contentBytes = 0
  let fault: Error | undefined
  let stopFile = () => {}
  const parser = new Busboy({
    headers: { 'content-type': type },
    preservePath: true,
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    limits: { parts: maxParts, fieldSize: UPLOAD_LIMIT, headerSize: MAX_PART_HEADER },
  })
  const finished = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.on('error', reject)
  })
  // Handles an error between two chunks; it is thrown below.
  finished.catch((error: Error) => {
    fault ??= error
  })
  const refuse = () => {
    fault ??= new FormTooLarge()
  }
  const requireName = (name: string | undefined) => {
    if (name === undefined) fault ??= new Error('a part without a name')
    else if (!isBoundedName(name)) refuse()
  }
  async function* countBytes(bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      contentBytes += chunk.length
      yield chunk
    }
  }
  parser.on('partsLimit', refuse)
  parser.on('field', (name, value) => {
    requireName(name)
    contentBytes += Buffer.byteLength(value)
    entries.push([name, value])
  })
  parser.on('file', (name, stream, fileName, _encoding, fileType) => {
    requireName(name)
    stopFile = () => stream.destroy(fault)
    const file = receive(countBytes(stream)).then(
      (bytes) => new File([bytes], unescapeFileName(fileName), { type: fileType }),
    )
    entries.push([name, file])
    // Prevents an unhandled rejection; the caller awaits the Promise.
    file.catch(() => undefined)
  })
  let receivedBytes = 0
  try {
    for await (const chunk of chunks) {
      receivedBytes += chunk.byteLength
      if (!parser.write(chunk)) await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), finished])
      if (fault) throw fault
    }
    parser.end()
    await finished
    if (fault) throw fault
    // The last bytes of a file are counted once it is written.
    await Promise.allSettled(entries.map(([, value]) => value))
    if (receivedBytes - contentBytes > (entries.length + 1) * MAX_PART_HEADER) throw new FormTooLarge()
    return entries
  } catch (error) {
    fault ??= error as Error
    stopFile()
    await Promise.allSettled(entries.map(([, value]) => value))
    throw fault
  }
}

/** Undoes the escaping of file names by browsers (HTML, multipart form data). */
function unescapeFileName(name: string): string {
  return name.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replaceAll('%22', '"')
}

/** More than any form of the site needs (the longest has 40 activities): a larger form is an attack. */
const MAX_ENTRIES = 300
const MAX_NAME_LENGTH = 100
const MAX_INDEX = 100
/** Thrown for a body beyond its limit; `received` has the bytes up to there. */
class BodyTooLarge extends Error {
  constructor(readonly received = Buffer.alloc(0)) {
    super()
  }
}

const isUrlencoded = ({ headers }: Request) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers.get('Content-Type') ?? '')

/** The bytes of a body. Throws BodyTooLarge beyond `limit`, and leaves the rest unread: cancelling it would cut off the response. */
async function* readChunks(request: Request, limit: number): AsyncGenerator<Uint8Array> {
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
    for await (const chunk of readChunks(request, limit)) chunks.push(chunk)
  } catch (error) {
    throw error instanceof BodyTooLarge ? new BodyTooLarge(Buffer.concat(chunks)) : error
  }
  return Buffer.concat(chunks)
}

/** Reads a body within its limit. For a larger form without files, returns its beginning and the error. */
async function readWithin<Result>(
  request: Request,
  { limit = FORM_LIMIT, tooLarge }: ReadOptions,
  read: (limit: number) => Promise<Result>,
  malformedMessage: string,
): Promise<Result | PartialForm> {
  try {
    if (Number(request.headers.get('Content-Length')) > limit && !isUrlencoded(request)) throw new BodyTooLarge()
    return await read(limit)
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      if (tooLarge) throw createRefusalResponse(request, 413, { message: tooLarge })
      const refusal = new Refused('tooLarge', BODY_TOO_LARGE)
      const form = isUrlencoded(request) ? await parseBeginning(error.received) : undefined
      if (form) return { form, failed: { error: refusal } }
      throw refusal
    }
    const message =
      error instanceof FormTooLarge ? 'This form was sent with more fields than it has.' : malformedMessage
    throw createRefusalResponse(request, 400, { message })
  }
}

/** The beginning of a form that is too large, so that the page can show it again. */
const parseBeginning = (received: Buffer): Promise<FormData | undefined> =>
  Promise.resolve(received)
    .then(decodeForm)
    .catch(() => undefined)

/** Refuses a compressed body (gzip, br): its size would be no limit on what it contains. */
function rejectCompressedBody(request: Request): void {
  if (/^(identity)?$/i.test(request.headers.get('Content-Encoding')?.trim() ?? '')) return
  throw createRefusalResponse(request, 415, { message: 'Please send this without a Content-Encoding.' })
}

const isBoundedName = (name: string) =>
  name.length <= MAX_NAME_LENGTH && [...name.matchAll(/\[(\d+)\]/g)].every(([, index]) => Number(index) <= MAX_INDEX)

/** The fields of a form without files. Its entries are counted before they are parsed. */
function decodeForm(bytes: Buffer): FormData {
  let entries = 1
  for (let at = bytes.indexOf('&'); at !== -1; at = bytes.indexOf('&', at + 1)) {
    entries += 1
    if (entries > MAX_ENTRIES) throw new FormTooLarge()
  }
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (!isBoundedName(name)) throw new FormTooLarge()
    form.append(name, value)
  }
  return form
}

/** A form as far as it arrived, and the error that stopped the rest. */
interface PartialForm {
  form: FormData
  failed?: { error: unknown }
}

async function readMultipartForm({ request, context }: RequestArgs, type: string, limit: number): Promise<PartialForm> {
  // Without files, the body is small enough for memory.
  const receive = limit > TEXT_LIMIT ? createDiskReceiver(context) : receiveInMemory
  const bounds = { maxParts: MAX_ENTRIES, isBoundedName, receive }
  const entries = await readMultipart(readChunks(request, limit), type, bounds)
  const partialForm: PartialForm = { form: new FormData() }
  for (const [name, value] of entries)
    try {
      const content = await value
      if (!isEmptyInput(content)) partialForm.form.append(name, content as string)
    } catch (error) {
      partialForm.failed ??= { error }
    }
  return partialForm
}

/** Stores a file on disk until the form is answered (http/remix/protect-routes.server.ts). */
function createDiskReceiver({ incomingUploads, submission }: AppLoadContext) {
  return (bytes: AsyncIterable<Buffer>) => {
    if (!submission) throw new Error('a file arrived outside of an action')
    const path = join(incomingUploads, randomUUID())
    submission.files.push(path)
    return receiveFile(path, bytes)
  }
}

async function receiveInMemory(bytes: AsyncIterable<Buffer>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of bytes) chunks.push(new Uint8Array(chunk))
  return new Blob(chunks)
}

interface ReadOptions {
  /** The most bytes to read; by default the size that the route declares. */
  limit?: number
  /** The message for a body that is too large, on a page of its own instead of the form. */
  tooLarge?: string
}

/**
 * The fields of a form, its files on disk until the request is answered, and the error that stopped the rest: a Refused, tooLarge, or an error
 * of node:fs. Throws a Response: 413 with `tooLarge`, 415, 400 when malformed or with too many fields.
 */
export async function readPartialForm(reader: RequestArgs, options: ReadOptions = {}): Promise<PartialForm> {
  const { request } = reader
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
    throw createRefusalResponse(request, 415, { message: 'Please send this as a form.' })
  rejectCompressedBody(request)
  const read = async (limit: number): Promise<PartialForm> =>
    isUrlencoded(request)
      ? { form: decodeForm(await readBytes(request, limit)) }
      : readMultipartForm(reader, type, limit)
  const limit = options.limit ?? getScreenBodyLimit(reader.context.state.route?.screen)
  return readWithin(request, { ...options, limit }, read, 'Part of the form did not arrive. Please try again.')
}

/** The fields of a form that saves nothing. Throws what readPartialForm throws, and gives. */
export async function readForm(reader: RequestArgs, options: ReadOptions = {}): Promise<FormData> {
  const { form, failed } = await readPartialForm(reader, options)
  if (failed) throw failed.error
  return form
}

/**
 * The fields of a form that is refused before it is processed, so that its page can give them back with a message. Null if nothing was
 * typed, or more than a page can give back. Throws what readForm throws, for an ordinary form's limit.
 */
export async function readReturnableForm(reader: RequestArgs, message: string): Promise<ReturnedForm | null> {
  const { method, headers } = reader.request
  // No more is read of a form that nobody may send, whatever its page takes.
  if (method !== 'POST' || Number(headers.get('Content-Length')) > FORM_LIMIT) return null
  const returned = toReturnedForm(await readForm(reader, { limit: FORM_LIMIT }), message)
  return isReturnable(returned.fields) ? returned : null
}

/** The response that gives a form back. */
export const createReturnedFormResponse = (status: number, form: ReturnedForm): Response =>
  Response.json(form, { status, headers: { 'Cache-Control': 'no-store' } })

/** The response to a form that can't be taken, with what was typed. It becomes that of the page's loaders, which may lead elsewhere. */
export async function refuseForm(reader: RequestArgs, status: number, message: string): Promise<Response> {
  const returned = await readReturnableForm(reader, message).catch(() => null)
  const createFormRefusal = () =>
    returned ? createReturnedFormResponse(status, returned) : createRefusalResponse(reader.request, status, { message })
  reader.context.state.createFormRefusal = createFormRefusal
  return createFormRefusal()
}

/** The response, 409, that gives back a form whose record can't be changed any more. Null if nothing was typed. */
export function createLostFormResponse(form: FormData | undefined, message: string): Response | null {
  const returned = form && toBoundedForm(form, message)
  const hasText = returned && (returned.isPartial || listTypedFields(returned.fields).length > 0)
  return hasText ? createReturnedFormResponse(409, returned) : null
}

/** The JSON value in a body of at most `limit` bytes. Throws as readForm does. */
export async function readJson(request: Request, limit = FORM_LIMIT): Promise<unknown> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw createRefusalResponse(request, 415, { message: 'Please send this as JSON (Content-Type: application/json).' })
  rejectCompressedBody(request)
  const decode = (bytes: Buffer) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  const read = async (limit: number) => decode(await readBytes(request, limit))
  return readWithin(request, { limit }, read, 'The body is not valid JSON.')
}
