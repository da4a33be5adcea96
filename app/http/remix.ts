import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
async function sendStream(answer: Answer, stream: ReadableStream): Promise<void> {
  if (answer.req.method === 'HEAD') {
    answer.end()
    return stream.cancel()
  }
  try {
    // Not Readable.fromWeb: where the client goes away it has the source throw an error that nobody catches.
    await pipeline(Readable.from(stream as unknown as AsyncIterable<Uint8Array>, { highWaterMark: 1 }), answer)
  } catch (error) {
    // Who went away needs no answer.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
