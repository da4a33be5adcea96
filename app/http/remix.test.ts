import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remixHandler } from './remix'
import { jsonAnswer, WholeAnswer } from './whole-answer'

let server: Server
let url: string
let seen: Request | undefined
let waiting: Promise<unknown> | undefined

const answers: Record<string, (request: Request) => Response | Promise<Response>> = {
  '/whole': () => new WholeAnswer('Whole: é', { status: 201, headers: { 'Content-Type': 'text/plain', 'X-Own': 'a' } }),
  '/json': () => jsonAnswer([{ id: 1 }], { headers: { Link: '</next>; rel="next"' } }),
  '/stream': () =>
    new Response(new Blob(['a '.repeat(100_000)]).stream(), { headers: { 'Content-Type': 'text/plain' } }),
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

test('HEAD has the headers alone, and POST brings its body', async () => {
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
