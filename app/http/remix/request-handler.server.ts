import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import { splitBuild } from './routes'

/**
 * A request for Remix. It is usually aborted if its client leaves before the response, which saves work. Do not rely on it alone: Node passes an
 * abort on from request to request, and no further once one of the copies that Remix makes is garbage-collected.
 */
function createRemixRequest(request: ExpressRequest, response: ExpressResponse): Request {
  const { method, protocol, originalUrl } = request
  const headers: [string, string][] = []
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.push([name, value])
    else for (const one of value ?? []) headers.push([name, one])
  const gone = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`${protocol}://${request.headers.host}${originalUrl}`, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: createReadableStreamFromReadable(request), duplex: 'half' as const }),
  })
}

interface Options {
  mode: string
  contextOf: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext
  send: (request: ExpressRequest, response: ExpressResponse, answer: Response, context: AppLoadContext) => Promise<void>
}

/**
 * Answers requests by Remix, with one handler for each part of the build. Replaces @remix-run/express, which repeats headers that are already set
 * and ignores backpressure, so that a slow client's response is in memory whole.
 */
export function createRemixHandler(build: ServerBuild, { mode, contextOf, send }: Options): RequestHandler {
  const findHandler = splitBuild(build, (part) => createRequestHandler(part, mode))
  return async (request, response, next) => {
    try {
      const context = contextOf(request, response)
      const answer = await findHandler(request.path)(createRemixRequest(request, response), context)
      await send(request, response, answer, context)
    } catch (error) {
      next(error)
    }
  }
}
