import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'

/** The most bytes of a request's address and headers together, whatever NODE_OPTIONS say: each is read by expressions. */
const MAX_HEADER_BYTES = 16 * 1024
/**
 * How long a connection may be idle, in milliseconds: longer than the minute after which proxies and clients let go of one. What is
 * sent over a connection at the moment that its server closes it is lost, and a form is not sent again by itself.
 */
const KEEP_ALIVE_TIMEOUT = 65_000

/** A server that listens already. */
export interface StartingServer {
  server: Server
  /** Answers the requests that came before, and all that come. */
  serve: (app: RequestListener) => void
}

/** Listens at once, before any data is touched, and holds what comes, but for what `meanwhile` answers (true). */
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
