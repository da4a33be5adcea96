import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { type Reason, reasonAtStart, reasonsNow } from './readiness.server'

/** The answer stands for these milliseconds, so that nobody can keep the disk busy by asking. */
const STANDS = 1000

/** Sends what is not well as JSON, or as plain words to whoever asks for text (a browser): 200 for nothing, else 503. */
function tell({ headers, method }: IncomingMessage, response: ServerResponse, reasons: Reason[]): void {
  const isReady = reasons.length === 0
  const inWords = /^text\//.test(headers.accept ?? '')
  const body = inWords
    ? `${isReady ? 'All is well.' : reasons.map(({ reason, words }) => `${reason}: ${words}`).join('\n')}\n`
    : JSON.stringify({ ready: isReady, reasons })
  response
    .writeHead(isReady ? 200 : 503, {
      'Content-Type': inWords ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(method === 'HEAD' ? undefined : body)
}

/** Answers /readyz: 200 when all is well, else 503 with the reasons. */
export function readyz(operated: { db: Database; settings: Settings }) {
  let looked: { at: number; reasons: Promise<Reason[]> } | undefined
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (!looked || performance.now() - looked.at > STANDS)
      looked = { at: performance.now(), reasons: reasonsNow(operated) }
    tell(request, response, await looked.reasons)
  }
}

/** Answers what programs ask about a server that starts: alive, not ready. Returns false for any other request, which waits. */
export function whileStarting(request: IncomingMessage, response: ServerResponse): boolean {
  const [path] = (request.url ?? '').split('?', 1)
  if (path === '/readyz') tell(request, response, [reasonAtStart()])
  else if (path === '/healthz' || path === '/up')
    response.writeHead(200, { 'Cache-Control': 'no-store' }).end('{"ok":true,"starting":true}')
  else return false
  return true
}
