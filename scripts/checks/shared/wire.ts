import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** A raw request, since fetch forbids or adds headers. */
export interface RawRequest {
  method: string
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const MAX_BODY = 30_000

/**
 * Sends a request to the server at `url`, with Content-Length unless it is chunked. Throws without a complete response, or after `patience`
 * ms without data.
 */
export function sendRaw(
  url: string,
  { method, path, headers, body }: RawRequest,
  { through = agent, patience = MAX_BODY } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const hasLength = body !== undefined && !headers?.['Transfer-Encoding']
  const length = hasLength ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
  return new Promise((resolve, reject) => {
    const call = request(
      { agent: through, hostname, port, method, path, headers: { ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    call.setTimeout(patience, () => call.destroy(new Error(`no answer to ${method} ${path}`)))
    call.on('error', (error) =>
      reject(new Error(`${method} ${path}, ${Buffer.byteLength(body ?? '')} bytes: ${error.message}`)),
    )
    call.end(body)
  })
}

/** Starts a form post; the caller writes the body. The server may respond and close the connection before it is complete. */
export async function beginPost(url: string, path: string, headers: Record<string, string>): Promise<Socket> {
  const { hostname, port, host } = new URL(url)
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return socket
}

let networks = 0

/** A header that puts the client on a new network, to avoid network limits; works with TRUST_PROXY=1. */
export function createNetworkHeader(): Record<string, string> {
  networks += 1
  return { 'X-Forwarded-For': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}` }
}

/** The headers and body of a form, as a browser sends it. */
export function encodeForm(fields: Record<string, string>): Pick<RawRequest, 'headers' | 'body'> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return { headers, body: new URLSearchParams(fields).toString() }
}

/** A part of a multipart form; `content` as bytes, or as UTF-8 text. */
export interface Part {
  name: string
  content: string | Buffer
  fileName?: string
}

const BOUNDARY = 'riverbank-check-boundary'
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** A multipart form as a browser sends it. */
export function encodeMultipart(parts: Part[]): Buffer {
  const chunks = parts.flatMap(({ name, content, fileName }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '\r\n\r\n' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    content,
    '\r\n',
  ])
  return Buffer.concat([...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk as string)))
}
