import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import type { Response as Answer, Request as Asked, RequestHandler } from 'express'
import { WholeAnswer } from './whole-answer'

/** How Remix is asked: its mode, and what each loader and action gets beside the request. */
export interface RemixOptions {
  mode: string
  getLoadContext: (request: Asked, response: Answer) => AppLoadContext
}

/** Answers by Remix. As @remix-run/express does, but for answers that are whole, and for a signal that costs little. */
export function remixHandler(build: ServerBuild, { mode, getLoadContext }: RemixOptions): RequestHandler {
  const handle = createRequestHandler(build, mode)
  return async (asked, answer, next) => {
    try {
      await send(answer, await handle(requestOf(asked, answer), getLoadContext(asked, answer)))
    } catch (error) {
      next(error)
    }
  }
}

/** What was asked, as Remix takes it. Its signal is aborted when the client goes away before the answer. */
function requestOf(asked: Asked, answer: Answer): Request {
  const { method, protocol, originalUrl } = asked
  const headers = new Headers()
  for (const [name, value] of Object.entries(asked.headers))
    for (const one of Array.isArray(value) ? value : value ? [value] : []) headers.append(name, one)
  const isReading = method === 'GET' || method === 'HEAD'
  const body = isReading ? undefined : { body: createReadableStreamFromReadable(asked), duplex: 'half' as const }
  const gone = new AbortController()
  answer.on('close', () => {
    if (!answer.writableFinished) gone.abort()
  })
  const { signal } = gone
  return new Request(`${protocol}://${headers.get('host')}${originalUrl}`, { method, headers, signal, ...body })
}

async function send(answer: Answer, response: Response): Promise<void> {
  answer.statusCode = response.status
  answer.statusMessage = response.statusText
  for (const [name, value] of response.headers) answer.append(name, value)
  if (response instanceof WholeAnswer) answer.end(response.whole)
  else if (response.body) await sendStream(answer, response.body)
  else answer.end()
}

/** Sends a stream as fast as the client reads it, so that the rest waits where it comes from and not in memory. HEAD gets nothing of it. */
async function sendStream(answer: Answer, stream: ReadableStream<Uint8Array>): Promise<void> {
  const pieces = stream.getReader()
  let goOn = () => {}
  answer.once('close', () => goOn())
  try {
    for (let waits = false; answer.req.method !== 'HEAD'; ) {
      const { done, value } = await pieces.read()
      if (answer.destroyed) return await pieces.cancel()
      if (done) return void answer.end()
      if (answer.write(value)) continue
      // Only now, since compression moves this listener to its own stream once it has one.
      if (!waits) answer.on('drain', () => goOn())
      waits = true
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
    }
    answer.end()
    await pieces.cancel()
  } catch (error) {
    answer.destroy(error as Error)
    throw error
  }
}
