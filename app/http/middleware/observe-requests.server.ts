import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import { isbot } from 'isbot'
import { sendErrorPage } from '~/http/errors/refusal'
import { NO_ROUTE } from '~/http/remix/routes'
import { logRequest } from '~/log.server'

/** The apparent sender of a request. Only for counting, since any program can claim any name. */
type Visitor = 'person' | 'robot'

/** Search engines name themselves within 200 characters. isbot is one large regular expression, and a header may have 16,000. */
const MAX_USER_AGENT_LENGTH = 512

/** Classifies a visitor by the User-Agent, which every browser sends. Robots are search engines, mail scanners, monitors and scripts. */
export function classifyVisitor(userAgent = ''): Visitor {
  return userAgent === '' || isbot(userAgent.slice(0, MAX_USER_AGENT_LENGTH)) ? 'robot' : 'person'
}

/** A completed request, as logged and counted. */
export interface CompletedRequest {
  method: string
  /** The route's pattern. Never the address, which may contain a secret or typed text. */
  route: string
  status: number
  visitor: Visitor
  /** Undefined for a response from memory. */
  seconds?: number
}

/** An answer sent from memory, for the log: the pattern of its route, the status, and the bytes of the body. */
export interface SentAnswer {
  route: string
  status: number
  bytes: number
}

/** The functions that answer requests. */
interface RequestHandlers {
  /** Answers from memory and returns what it sent, or returns undefined. */
  answerFromMemory: (request: IncomingMessage, response: ServerResponse) => SentAnswer | undefined
  /** Answers any other request, and calls `setRoute` with the pattern of its route. */
  answer: (request: IncomingMessage, response: ServerResponse, setRoute: (route: string) => void) => void
}

/** The header with a request's id, which its log lines have too. */
export const REQUEST_ID = 'x-request-id'

/** Paths that programs request every few seconds. They are logged only if they fail, or at LOG_LEVEL=debug. */
const PROBES = new Set(['/healthz', '/up', '/readyz', '/metrics'])

/** Long enough to be unique within a month, short enough to read out on the telephone. */
const createRequestId = () => randomUUID().slice(0, 13)

/** Gives each request an id, logs it, and passes it to `note`. The bytes are those sent, with the headers unless from memory. */
export function observeRequests(
  { answerFromMemory, answer }: RequestHandlers,
  onCompleted: (completed: CompletedRequest) => void = () => {},
): RequestListener {
  return (request, response) => {
    const startedAt = performance.now()
    const { method = '', socket, headers } = request
    const visitor = classifyVisitor(headers['user-agent'])
    const sent = answerFromMemory(request, response)
    // Tens of thousands a second: no listener waits for their end, which would cost too much.
    if (sent) {
      const { route, status, bytes } = sent
      onCompleted({ method, route, status, visitor })
      return logRequest({
        id: createRequestId(),
        method,
        route,
        status,
        visitor,
        ms: performance.now() - startedAt,
        bytes,
      })
    }
    const id = createRequestId()
    headers[REQUEST_ID] = id
    const bytesBefore = socket.bytesWritten
    let route = NO_ROUTE
    // Queues, Remix and a file's stream all listen for its end. Node would warn of a leak above ten listeners.
    response.setMaxListeners(20)
    response.on('close', () => {
      const ms = performance.now() - startedAt
      const { statusCode: status, writableFinished } = response
      onCompleted({ method, route, status, visitor, seconds: ms / 1000 })
      if (PROBES.has(route) && status < 400) return
      const bytes = socket.bytesWritten - bytesBefore
      logRequest({ id, method, route, status, visitor, ms, bytes, isWhole: writableFinished })
    })
    answer(request, response, (pattern) => {
      route = pattern
    })
  }
}

const MESSAGE = 'The website is restarting. Please try again in a minute.'

/**
 * Records the requests of an Express server that have no complete response. Returns a function that answers those without any with 503, so
 * that the sender of an upload that a stop cuts off does not take it for saved.
 */
export function trackOpenRequests(server: Server): { refuseOpenRequests: () => void } {
  const open = new Map<Response, Request>()
  // First, since the application may answer at once.
  server.prependListener('request', (request: Request, response: Response) => {
    open.set(response, request)
    response.once('close', () => open.delete(response))
  })
  const refuseOpenRequests = () => {
    for (const [response, request] of open) {
      if (response.headersSent) continue
      response.set({ 'Retry-After': '60', Connection: 'close' })
      sendErrorPage(request, response, 503, MESSAGE)
    }
  }
  return { refuseOpenRequests }
}
