import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as pass } from 'node:timers/promises'
import { createReadableStreamFromReadable, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remixHandler } from './remix'
import { jsonAnswer, WholeAnswer } from './whole-answer'

let server: Server
let url: string
let seen: Request | undefined
let waiting: Promise<unknown> | undefined

/** In pieces of 64 kB. */
const LONG = 500
const long = { pieces: 0, mostWaiting: 0, hasEnded: () => {}, answer: undefined as express.Response | undefined }

/** A stream that notes how much of it waits to be sent. */
function longStream() {
  async function* pieces() {
    try {
      for (long.pieces = 0; long.pieces < LONG; long.pieces += 1) {
        long.mostWaiting = Math.max(long.mostWaiting, long.answer?.writableLength ?? 0)
        yield Buffer.alloc(64 * 1024, 'a')
      }
    } finally {
      long.hasEnded()
    }
  }
  return createReadableStreamFromReadable(Readable.from(pieces()))
}

const answers: Record<string, (request: Request) => Response | Promise<Response>> = {
  '/whole': () => new WholeAnswer('Whole: é', { status: 201, headers: { 'Content-Type': 'text/plain', 'X-Own': 'a' } }),
  '/json': () => jsonAnswer([{ id: 1 }], { headers: { Link: '</next>; rel="next"' } }),
  '/stream': () =>
    new Response(new Blob(['a '.repeat(100_000)]).stream(), { headers: { 'Content-Type': 'text/plain' } }),
  '/long': () => new Response(longStream(), { headers: { 'Content-Type': 'text/plain' } }),
  '/empty': () => new Response(null, { status: 204 }),
  '/cookies': () => {
    const headers = new Headers([['Set-Cookie', 'a=1']])
    headers.append('Set-Cookie', 'b=2; Path=/')
    return new WholeAnswer('', { headers })
  },
  '/body': async (request) => new WholeAnswer(await request.text()),
  '/slow': async (request) => {
    waiting = new Promise((gone) => request.signal.addEventListener('abort', gone))
    await waiting
    return new WholeAnswer('too late')
  },
}

beforeAll(async () => {
  const answer = ({ request }: LoaderFunctionArgs) => {
    seen = request
    return answers[new URL(request.url).pathname]!(request)
  }
  const routes = Object.keys(answers).map((path) => [
    path,
    { id: path, path, module: { loader: answer, action: answer } },
  ])
  const build = {
    routes: Object.fromEntries(routes),
    assets: {},
    entry: { module: {} },
    future: { v3_singleFetch: true },
  }
  const app = express()
  app.all(
    '*',
    (_, response, next) => {
      long.answer = response
      next()
    },
    remixHandler(build as unknown as ServerBuild, { mode: 'production', getLoadContext: () => ({}) as never }),
  )
  server = createServer(app)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))

test('an answer that is whole comes with its status, its headers and its text', async () => {
  const response = await fetch(`${url}/whole?a=1`, { headers: { 'X-Asked': 'b' } })
  expect([response.status, response.headers.get('X-Own'), await response.text()]).toEqual([201, 'a', 'Whole: é'])
  expect([seen?.url, seen?.headers.get('X-Asked')]).toEqual([`${url}/whole?a=1`, 'b'])
})

test('JSON is whole too, for whoever reads it before it is sent as well', async () => {
  const response = await fetch(`${url}/json`)
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect([response.headers.get('Link'), await response.json()]).toEqual(['</next>; rel="next"', [{ id: 1 }]])
  expect(await jsonAnswer({ id: 2 }).json()).toEqual({ id: 2 })
  expect(await jsonAnswer({ id: 2 }).text()).toBe('{"id":2}')
})

test('a stream, nothing, and several cookies come as they are', async () => {
  expect((await (await fetch(`${url}/stream`)).text()).length).toBe(200_000)
  expect((await fetch(`${url}/empty`)).status).toBe(204)
  expect((await fetch(`${url}/cookies`)).headers.getSetCookie()).toEqual(['a=1', 'b=2; Path=/'])
})

test('a stream goes as fast as its client reads, and ends with it', async () => {
  expect((await (await fetch(`${url}/long`)).text()).length).toBe(LONG * 64 * 1024)
  expect(long.mostWaiting).toBeLessThan(1024 * 1024)
  const ended = new Promise<void>((resolve) => {
    long.hasEnded = resolve
  })
  const leaving = new AbortController()
  await fetch(`${url}/long`, { signal: leaving.signal })
  leaving.abort()
  await ended
  expect(long.pieces).toBeLessThan(LONG)
})

test('HEAD has the headers alone, and POST brings its body', async () => {
  expect((await fetch(`${url}/long`, { method: 'HEAD' })).status).toBe(200)
  await finished(long.answer!)
  expect(long.pieces).toBeLessThan(LONG)
  const head = await fetch(`${url}/whole`, { method: 'HEAD' })
  expect([head.status, head.headers.get('X-Own'), await head.text()]).toEqual([201, 'a', ''])
  expect(await (await fetch(`${url}/body`, { method: 'POST', body: 'words' })).text()).toBe('words')
})

test('the signal tells when the client goes away before the answer, and only then', async () => {
  const leaving = new AbortController()
  const asked = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => 'left')
  while (!waiting) await pass(5)
  leaving.abort()
  expect(await asked).toBe('left')
  await waiting
  expect(seen?.signal.aborted).toBe(true)
  await (await fetch(`${url}/whole`)).text()
  expect(seen?.signal.aborted).toBe(false)
})
