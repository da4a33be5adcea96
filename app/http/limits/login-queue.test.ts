import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unreadBodies } from '~/http/gate/gate'
import { logInsInTurn } from './login-queue'

let server: Server
let url: string
/** The log-ins that were let in and have no response yet. */
let inside: { path: string; end: () => void }[] = []
/** Whether they end as soon as they are let in. */
let atOnce = false
/** How many requests have reached the gate. */
let received = 0

async function serve(longestPlace: number) {
  const app = express()
  app.get('/ping', (_request, response) => void response.end())
  app.use((_request, _response, next) => {
    received += 1
    next()
  })
  app.use(unreadBodies)
  app.use(logInsInTurn(async ({ headers }) => headers.cookie === 'known', longestPlace))
  app.all('*', ({ path }, response) => {
    const end = () => void response.json({ isCrowded: response.locals.isCrowded })
    if (atOnce) end()
    else inside.push({ path, end })
  })
  server = createServer(app)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeEach(async () => {
  atOnce = false
  received = 0
  // So long that a busy machine costs nobody a place.
  await serve(60_000)
})
afterEach(async () => {
  letAllIn()
  await shut()
})

async function shut() {
  const closed = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await closed
}

function letAllIn() {
  atOnce = true
  for (const { end } of inside) end()
  inside = []
}

/** Waits until `condition` holds, also on a busy machine. */
const until = (condition: () => void | Promise<void>) => vi.waitFor(condition, { timeout: 15_000 })

/** Waits until `count` requests have arrived and queued. */
async function areReceived(count: number) {
  await until(() => expect(received).toBe(count))
  await fetch(`${url}/ping`)
}

const logIn = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { method: 'POST', headers })
const many = (count: number, path: string) => Array.from({ length: count }, () => logIn(path))

test('strangers go in four at a time, however the address is spelled; a known device and other pages need not wait', async () => {
  const strangers = ['/portal', '/Login', '/api/login', '/portal.data', '/portal/', '/LOGIN/'].map((path) =>
    logIn(path),
  )
  await until(() => expect(inside).toHaveLength(4))
  const others = [logIn('/portal', { Cookie: 'known' }), logIn('/contact'), fetch(`${url}/portal`)]
  await until(() =>
    expect(
      inside
        .map(({ path }) => path)
        .slice(4)
        .sort(),
    ).toEqual(['/contact', '/portal', '/portal']),
  )
  inside.shift()?.end()
  await until(() => expect(inside).toHaveLength(7))
  letAllIn()
  for (const answer of await Promise.all([...strangers, ...others])) expect(answer.status).toBe(200)
})

test('beyond 32 that wait, a call is turned away, and the page’s form is told when its turn comes; beyond 200 it is, too', async () => {
  const first = many(36, '/portal')
  await areReceived(36)
  expect(inside).toHaveLength(4)
  const refused = await logIn('/api/login')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect((await refused.json()).message).toContain('A lot of people are logging in right now.')
  const late = many(200, '/portal')
  await areReceived(237)
  letAllIn()
  const crowded = async (answers: Promise<Response>[]) =>
    Promise.all(
      answers.map(async (answer) =>
        (await answer).status === 503 ? 'turned away' : (await (await answer).json()).isCrowded,
      ),
    )
  expect(new Set(await crowded(first))).toEqual(new Set([false]))
  const told = await crowded(late)
  expect(told.filter((one) => one === true)).toHaveLength(168)
  expect(told.filter((one) => one === 'turned away')).toHaveLength(32)
})

test('the head of a log-in without its body takes nobody’s place', async () => {
  const { hostname, port } = new URL(url)
  const slow = Array.from({ length: 60 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write('POST /portal HTTP/1.1\r\nHost: riverbank.test\r\nContent-Length: 20\r\n\r\nusername=')
    return socket
  })
  await Promise.all(slow.map((socket) => once(socket, 'ready')))
  const family = logIn('/portal')
  await until(() => expect(inside).toHaveLength(1))
  for (const socket of slow.slice(0, 3)) socket.write('&password=x')
  await until(() => expect(inside).toHaveLength(4))
  letAllIn()
  expect((await family).status).toBe(200)
  for (const socket of slow) socket.destroy()
})

test('more than a log-in can be is refused at once, whether it says so or not', async () => {
  const body = 'a'.repeat(200_000)
  const inChunks = new ReadableStream({
    start(controller) {
      for (let at = 0; at < body.length; at += 10_000) controller.enqueue(Buffer.from(body.slice(at, at + 10_000)))
      controller.close()
    },
  })
  for (const sent of [body, inChunks]) {
    const answer = await fetch(`${url}/portal`, { method: 'POST', body: sent, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(413)
  }
})

test('whoever holds a place and gets no further keeps the others out for a while only', async () => {
  await shut()
  await serve(100)
  const strangers = many(5, '/api/login')
  await until(() => expect(inside).toHaveLength(5))
  letAllIn()
  await Promise.all(strangers)
})
