import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { serve } from './serving'

/**
 * What a weak line or a proxy does to a request: it never reaches the server; or its response is lost, torn, never sent, or has no
 * cookies, as in a browser that blocks them.
 */
export type Break = 'gone' | 'cut' | 'torn' | 'silent' | 'no cookies' | 502 | 413

export interface FaultyProxy extends AsyncDisposable {
  url: string
  /** Breaks the line for requests that match `when` (by default POSTs) until it is mended. */
  break: (how: Break, when?: (request: IncomingMessage) => boolean) => void
  mend: () => void
  /** The requests received, such as 'POST /contact'. */
  seen: string[]
}

/** An error page of nginx. */
const renderProxyError = (status: number, reason: string) =>
  `<html>\r\n<head><title>${status} ${reason}</title></head>\r\n<body>\r\n<center><h1>${status} ${reason}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`
const reasons = { 502: 'Bad Gateway', 413: 'Request Entity Too Large' } as const

const isPost = ({ method }: IncomingMessage) => method === 'POST'

/** Starts a proxy to the server at `target` that can fail in all the ways that lines and proxies do. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let broken: { how: Break; when: (request: IncomingMessage) => boolean } | undefined
  const seen: string[] = []

  function carry(incoming: IncomingMessage, outgoing: ServerResponse): void {
    seen.push(`${incoming.method} ${incoming.url}`)
    const how = broken?.when(incoming) ? broken.how : undefined
    if (how === 'gone') return void incoming.socket.destroy()
    if (how === 502 || how === 413) {
      // nginx reads the body before it responds; otherwise browsers report a broken connection.
      incoming.resume().on('end', () => {
        outgoing.writeHead(how, { 'Content-Type': 'text/html' }).end(renderProxyError(how, reasons[how]))
      })
      return
    }
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers })
    onward.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        if (how === 'silent') return
        if (how === 'cut') return void incoming.socket.destroy()
        // A chunked response that ends without its last chunk.
        if (how === 'torn') {
          const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers
          outgoing.writeHead(answer.statusCode ?? 200, headers)
          outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => incoming.socket.destroy())
          return
        }
        if (how === 'no cookies') delete answer.headers['set-cookie']
        outgoing.writeHead(answer.statusCode ?? 200, answer.headers).end(body)
      })
    })
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  }

  const { url, close } = await serve(carry)
  return {
    url,
    break: (how, when = isPost) => {
      broken = { how, when }
    },
    mend: () => {
      broken = undefined
    },
    seen,
    [Symbol.asyncDispose]: close,
  }
}
