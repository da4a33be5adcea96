import { once } from 'node:events'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logRequest } from '~/log.server'
import { serve } from '~/test/serving'
import {
  type CompletedRequest,
  classifyVisitor,
  observeRequests,
  REQUEST_ID,
  trackOpenRequests,
} from './observe-requests.server'

vi.mock('~/log.server', () => ({ logRequest: vi.fn() }))

let url: string
let noted: CompletedRequest[]
beforeEach(async () => {
  noted = []
  vi.mocked(logRequest).mockClear()
  const served = await serve(
    observeRequests(
      {
        answerFromMemory: (request, response) => {
          if (request.url !== '/cached') return undefined
          response.end('cached')
          return { route: '/cached', status: 200, bytes: 6 }
        },
        answer: (request, response, at) => {
          at(request.url === '/readyz' ? '/readyz' : '/pages/:id')
          if (request.url === '/hangs') return void response.write('one')
          response.setHeader(REQUEST_ID, String(request.headers[REQUEST_ID]))
          response.writeHead(request.url === '/readyz?ill' ? 503 : 201).end('made for you')
        },
      },
      (answered) => noted.push(answered),
    ),
  )
  url = served.url
  return served.close
})

const lines = () => vi.mocked(logRequest).mock.calls.map(([line]) => line)

test('a request is logged with its route pattern, and its id is sent to the client', async () => {
  const headers = { 'X-Request-Id': 'mauras-own', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const answer = await fetch(`${url}/pages/maura?secret=1`, { method: 'PUT', headers })
  await answer.text()
  await vi.waitFor(() => expect(lines()).toHaveLength(1), 15_000)
  const [line] = lines()
  expect(line).toMatchObject({ method: 'PUT', route: '/pages/:id', status: 201, visitor: 'person', isWhole: true })
  expect(line?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}$/)
  expect(answer.headers.get(REQUEST_ID)).toBe(line?.id)
  expect(line?.bytes).toBeGreaterThan(12)
  expect(JSON.stringify(lines())).not.toContain('maura')
  expect(noted).toMatchObject([{ method: 'PUT', route: '/pages/:id', status: 201, visitor: 'person' }])
  expect(noted[0]?.seconds).toBeGreaterThan(0)
})

test('a cached response is also logged', async () => {
  await (await fetch(`${url}/cached`, { headers: { 'User-Agent': 'Googlebot/2.1' } })).text()
  expect(lines()).toMatchObject([{ method: 'GET', route: '/cached', status: 200, visitor: 'robot', bytes: 6 }])
  expect(noted).toEqual([{ method: 'GET', route: '/cached', status: 200, visitor: 'robot' }])
})

test('a client that leaves is logged', async () => {
  const leaving = ask(`${url}/hangs`)
  leaving.on('error', () => {}).end()
  const [answer] = await once(leaving, 'response')
  answer.on('error', () => {}).resume()
  leaving.destroy()
  await vi.waitFor(() => expect(lines()).toMatchObject([{ route: '/pages/:id', isWhole: false }]), 15_000)
})

test('frequent machine requests are counted, and logged only if they fail', async () => {
  await (await fetch(`${url}/readyz`)).text()
  await vi.waitFor(() => expect(noted).toHaveLength(1), 15_000)
  await setTimeout(0)
  expect(lines()).toEqual([])
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test.each([
  [firefox, 'person'],
  ['w3m/0.5.3+git20230121', 'person'],
  ['Mozilla/5.0 (Linux; Android 6.0.1) Chrome/140.0 (compatible; Googlebot/2.1; +http://google.com/bot.html)', 'robot'],
  ['BarracudaCentral Email Link Checker/1.0', 'robot'],
  ['', 'robot'],
  [undefined, 'robot'],
  // Only the beginning of a long user agent is read.
  [`${firefox} ${'.'.repeat(400)} Googlebot/2.1`, 'robot'],
  [`${firefox} ${'.'.repeat(15_000)} Googlebot/2.1`, 'person'],
])('%s is a %s', (userAgent, visitor) => {
  expect([classifyVisitor(userAgent), classifyVisitor(userAgent)]).toEqual([visitor, visitor])
})

let server: Server
let refuseOpenRequests: () => void
/** Resolves when the server has the next request that it leaves unanswered. */
let nextRequest: () => Promise<unknown>

beforeEach(async () => {
  const app = express()
  app.get('/about', (_request, response) => void response.send('About'))
  app.get('/begun', (_request, response) => void response.write('half'))
  app.use((request) => void server.emit('left open', request))
  server = createServer(app)
  refuseOpenRequests = trackOpenRequests(server).refuseOpenRequests
  nextRequest = () => once(server, 'left open')
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => void server.close())

const send = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init)

test('a stop answers the requests that have no response yet, and no others', async () => {
  expect(await (await send('/about')).text()).toBe('About')
  const begun = await send('/begun')
  const answers: Promise<Response>[] = []
  for (const path of ['/api/files/upload', '/contact']) {
    const isOpen = nextRequest()
    answers.push(send(path, { method: 'POST', body: 'a photo' }))
    await isOpen
  }
  refuseOpenRequests()
  server.closeAllConnections()
  const [call, page] = await Promise.all(answers)
  for (const { status, headers } of [call!, page!])
    expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([503, '60', 'no-store'])
  const message = 'The website is restarting. Please try again in a minute.'
  expect(await call!.json()).toEqual({ message })
  expect(await page!.text()).toContain(`<h1>${message}</h1>`)
  await expect(begun.text()).rejects.toThrow()
})
