import { refusal } from './refusal'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** The most bytes that the words of a form, or a JSON body, may have. */
export const FORM_LIMIT = 256 * KILOBYTE
/** The largest body read at all. A file may have 5 MB; a somewhat larger one is still read, so that its form comes back with the spec's message. */
export const UPLOAD_LIMIT = 16 * MEGABYTE

class BodyTooLarge extends Error {}

/** The same request, whose body breaks off with BodyTooLarge as soon as more than `limit` bytes have come in. */
function withLimit(request: Request, limit: number): Request {
  if (!request.body) return request
  let received = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength
      if (received > limit) controller.error(new BodyTooLarge())
      else controller.enqueue(chunk)
    },
  })
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body.pipeThrough(counter),
    signal: request.signal,
    duplex: 'half',
  } as RequestInit)
}

async function reading<Result>(
  request: Request,
  limit: number,
  read: (limited: Request) => Promise<Result>,
  broken: string,
): Promise<Result> {
  const tooLarge = () => refusal(request, 413, { message: 'That is too large to send. Please send less at once.' })
  if (Number(request.headers.get('Content-Length')) > limit) throw tooLarge()
  try {
    return await read(withLimit(request, limit))
  } catch (error) {
    if (error instanceof BodyTooLarge || (error instanceof Error && error.cause instanceof BodyTooLarge))
      throw tooLarge()
    throw refusal(request, 400, { message: broken })
  }
}

/** A body that says it is packed (gzip, br) is refused: nobody unpacks it, and its size would mean nothing. */
function demandPlain(request: Request): void {
  if (/^(identity)?$/i.test(request.headers.get('Content-Encoding')?.trim() ?? '')) return
  throw refusal(request, 415, { message: 'Please send this without a Content-Encoding.' })
}

/** The fields of a form, read up to `limit` bytes. Throws a Response: 415 when it is no form, 413 when it is too large, 400 when it is broken. */
export async function readForm(request: Request, limit = FORM_LIMIT): Promise<FormData> {
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw refusal(request, 415, { message: 'Please send this as a form.' })
  demandPlain(request)
  return reading(request, limit, (limited) => limited.formData(), 'The form did not arrive whole. Please try again.')
}

/** The JSON value in a body, read up to `limit` bytes. Throws a Response: 415, 413 or 400 as readForm does. */
export async function readJson(request: Request, limit = FORM_LIMIT): Promise<unknown> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw refusal(request, 415, { message: 'Please send this as JSON (Content-Type: application/json).' })
  demandPlain(request)
  const decode = async (limited: Request) =>
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await limited.arrayBuffer())) as unknown
  return reading(request, limit, decode, 'The body is not valid JSON.')
}
