import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createReadableStreamFromReadable, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'
import express from 'express'
import { beforeAll, expect, test } from 'vitest'
import { protectRoutes } from '~/http/remix/protect-routes.server'
import { createRemixHandler } from '~/http/remix/request-handler.server'
import { serve } from '~/test/serving'
import { sendResponse } from './send.server'

/** In pieces of 64 kB, which compression makes no smaller. */
const LONG = 500
const PIECE = randomBytes(64 * 1024)
const seen = {
  pieces: 0,
  hasFailed: false,
  signal: undefined as AbortSignal | undefined,
  hasEnded: () => {},
  hasBegun: () => {},
  hasClosed: () => {},
  mayAnswer: Promise.resolve(),
}
let url: string

beforeAll(async () => {
  async function* createLongBody(fails: boolean) {
    try {
      for (seen.pieces = 0; seen.pieces < LONG; seen.pieces += 1) {
        if (fails && seen.pieces === 3) throw new Error('the disk broke')
        yield PIECE
      }
    } finally {
      seen.hasEnded()
    }
  }
  const otherBody = Array.from({ length: LONG }, () => PIECE)
  const loader = async ({ request }: LoaderFunctionArgs) => {
    if (request.url.includes('other')) return new Response(createReadableStreamFromReadable(Readable.from(otherBody)))
    seen.signal = request.signal
    const stream = createReadableStreamFromReadable(Readable.from(createLongBody(request.url.includes('fails'))))
    seen.hasBegun()
    await seen.mayAnswer
    const type = request.url.includes('zip') ? 'application/zip' : 'text/csv'
    return new Response(stream, { status: 201, headers: { 'Content-Type': type } })
  }
  const id = 'routes/site/long'
  const routes = { [id]: { id, path: '/long', module: { loader, handle: { access: 'anyone' } } } }
  const build = { routes, assets: { routes: {} }, entry: { module: {} }, future: { v3_singleFetch: true } }
  const app = express()
  app.use((_request, response, next) => {
    response.on('close', () => seen.hasClosed())
    next()
  })
  app.use(
    createRemixHandler(protectRoutes(build as unknown as ServerBuild), {
      mode: 'production',
      contextOf: () => ({ state: {} }) as never,
      send: (request, response, answer) => sendResponse(request, response, answer),
    }),
    ((error, _request, response, _next) => {
      seen.hasFailed = true
      response.destroy(error)
    }) as express.ErrorRequestHandler,
  )
  const served = await serve(app)
  url = served.url
  return served.close
})

/** The beginning of an answer, of which nothing is read yet. */
const begin = (path: string, encoding: string) =>
  new Promise<IncomingMessage>((resolve) =>
    get(url + path, { agent: false, headers: { 'Accept-Encoding': encoding } }, resolve),
  )
const ended = () =>
  new Promise<void>((resolve) => {
    seen.hasEnded = resolve
  })

test('a response arrives complete, with its status and headers', async () => {
  const answer = await fetch(`${url}/long`)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([201, 'text/csv; charset=utf-8'])
  expect((await answer.arrayBuffer()).byteLength).toBe(LONG * PIECE.length)
  expect(seen.signal?.aborted).toBe(false)
})

test.each([
  ['identity', '/long'],
  ['gzip', '/long'],
  ['identity', '/long?zip'],
] as const)(
  'its body is read as fast as the client takes it (%s, %s), and no more once the client has gone',
  async (encoding, path) => {
    const answer = await begin(path, encoding)
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
    // In the time that another client is sent just as much, read to its end. The operating system buffers some megabytes of this one.
    const other = await fetch(`${url}/long?other`, { headers: { 'Accept-Encoding': encoding } })
    expect((await other.arrayBuffer()).byteLength).toBe(LONG * PIECE.length)
    expect(seen.pieces).toBeLessThan(LONG / 2)
    const over = ended()
    answer.destroy()
    await over
    expect(seen.pieces).toBeLessThan(LONG / 2)
  },
)

test('a response that fails halfway breaks off', async () => {
  seen.hasFailed = false
  await expect(
    fetch(`${url}/long?fails`).then(async (answer) => (await answer.arrayBuffer()).byteLength),
  ).rejects.toThrow(/terminated|fetch failed/)
  expect(seen.hasFailed).toBe(true)
})

test('a response whose client left before it began is closed', async () => {
  const started = new Promise<void>((resolve) => {
    seen.hasBegun = resolve
  })
  const closed = new Promise<void>((resolve) => {
    seen.hasClosed = resolve
  })
  const { promise, resolve: answerNow } = Promise.withResolvers<void>()
  seen.mayAnswer = promise
  const requested = get(`${url}/long`, { agent: false }).on('error', () => {})
  await started
  requested.destroy()
  await closed
  const over = ended()
  answerNow()
  await over
  expect(seen.pieces).toBeLessThan(5)
})
