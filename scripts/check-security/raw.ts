import { connect } from 'node:net'
import type { Answer } from '../check-api/wire'

const LONGEST = 30_000

/** The body in a response's bytes, joined when it is chunked. */
function bodyOf(head: string, rest: Buffer): Buffer {
  if (!/^transfer-encoding: *chunked/im.test(head)) return rest
  const chunks: Buffer[] = []
  for (let at = 0; at < rest.length; ) {
    const line = rest.indexOf('\r\n', at)
    const length = Number.parseInt(rest.toString('latin1', at, line), 16)
    if (line < 0 || !length) break
    chunks.push(rest.subarray(line + 2, line + 2 + length))
    at = line + 2 + length + 2
  }
  return Buffer.concat(chunks)
}

function read(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.toString('latin1', 0, end)
  const headers: Answer['headers'] = {}
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    // As Node's own client has them: only Set-Cookie is an array.
    headers[name] = name === 'set-cookie' ? [headers[name] ?? [], value].flat() : value
  }
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    headers,
    text: bodyOf(head, bytes.subarray(end + 4)).toString('utf8'),
  }
}

/**
 * Writes a request's bytes to the server at `url` exactly as they are (latin1) and returns the response; the request should close
 * the connection. Throws without a response.
 */
export function exchange(url: string, request: string): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'))
    socket.setTimeout(LONGEST, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const answer = read(Buffer.concat(chunks))
      if (answer.status > 0) resolve(answer)
      else reject(new Error(`no answer to ${request.slice(0, 80)}`))
    })
  })
}

/** A request as text, with `target` verbatim in its first line. A Host header is added unless `headers` have one. */
export function lines(
  url: string,
  target: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): string {
  const all = { Host: new URL(url).host, ...headers, Connection: 'close' }
  const written = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${written.join('')}\r\n`
}
