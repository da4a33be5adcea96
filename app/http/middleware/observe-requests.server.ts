import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isbot } from 'isbot'
import { NO_ROUTE } from '~/http/remix/routes'
import { logRequest } from '~/log.server'

/** Who seems to have sent a request. It is for counting alone: anybody can call a program what they like. */
export type Visitor = 'person' | 'robot'

/** Search engines name themselves within 200 characters. isbot is one large regular expression, and a header may have 16,000. */
const MAX_USER_AGENT_LENGTH = 512

/** Tells people from robots by the User-Agent: search engines, scanners of mail, monitors and scripts. Every browser sends one. */
export function classifyVisitor(userAgent = ''): Visitor {
  return userAgent === '' || isbot(userAgent.slice(0, MAX_USER_AGENT_LENGTH)) ? 'robot' : 'person'
}

/** What is known of an answer when it is over. */
export interface CompletedRequest {
  method: string
  /** The route's pattern; no address, which may hold a secret or what somebody typed. */
  route: string
  status: number
  visitor: Visitor
  /** How long it took; undefined for what was sent from memory at once. */
  seconds?: number
}

/** What was sent of a cached page, for the log: the pattern of its route, the status, and the bytes of the body. */
export interface SentPage {
  route: string
  status: number
  bytes: number
}

/** Who answers requests. */
export interface RequestHandlers {
  /** Answers at once with what is kept in memory, if it is: what was sent, else undefined. */
  kept: (request: IncomingMessage, response: ServerResponse) => SentPage | undefined
  /** Answers any other request; `named` takes the pattern of its route once that is known. */
  answer: (request: IncomingMessage, response: ServerResponse, setRoute: (route: string) => void) => void
}

/** The header with the number of a request, which its lines in the log have too. */
export const REQUEST_ID = 'x-request-id'

/** What is asked by machines every few seconds has a line only where it goes wrong, or at LOG_LEVEL=debug. */
const PROBES = new Set(['/healthz', '/up', '/readyz', '/metrics'])

/** Long enough that no two requests of a month are taken for each other, short enough to be read out on the telephone. */
const createRequestId = () => randomUUID().slice(0, 13)

/** Gives each request a number and a line in the log, and tells `note`. Bytes are those sent, with headers if made again. */
export function observeRequests(
  { kept: stored, answer }: RequestHandlers,
  onCompleted: (completed: CompletedRequest) => void = () => {},
): RequestListener {
  return (request, response) => {
    const startedAt = performance.now()
    const { method = '', socket, headers } = request
    const visitor = classifyVisitor(headers['user-agent'])
    const sent = stored(request, response)
    // There are ten thousands of these in a second: they must cost next to nothing, so no listener waits for their end.
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
    // Queues, Remix and the stream of a file all wait for its end; Node would take more than ten of them for a leak.
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
