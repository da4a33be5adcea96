import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'

/** Maximum bytes of a request's address and headers, whatever NODE_OPTIONS say: regular expressions read them. */
const MAX_HEADER_BYTES = 16 * 1024
/**
 * How long a connection may be idle, in ms: longer than the minute after which proxies and clients close theirs. A request sent while the
 * server closes the connection is lost, and browsers do not send a form again by themselves.
 */
const KEEP_ALIVE_TIMEOUT = 65_000

/** A server that already listens. */
export interface StartingServer {
  server: Server
  /** Answers the waiting requests, and all later ones. */
  serve: (app: RequestListener) => void
}

/** Listens before any data is touched. Requests wait until `serve`, unless `meanwhile` answers them and returns true. */
export async function listenEarly(
  { port, host }: { port: number; host: string },
  answerEarly: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<StartingServer> {
  const pending: [IncomingMessage, ServerResponse][] = []
  const queueRequest = (request: IncomingMessage, response: ServerResponse) => {
    if (!answerEarly(request, response)) pending.push([request, response])
  }
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_TIMEOUT }, queueRequest)
  const listening = once(server, 'listening')
  server.listen(port, host)
  await listening
  return {
    server,
    serve: (app) => {
      server.off('request', queueRequest).on('request', app)
      for (const [request, response] of pending) app(request, response)
    },
  }
}
