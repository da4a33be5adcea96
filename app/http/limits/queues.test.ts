import { once } from 'node:events'
import { connect } from 'node:net'
import express, { type RequestHandler } from 'express'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { drainUnreadBodies } from '~/http/middleware/request-checks'
import type { ScreenDefinition } from '~/screen'
import { serve } from '~/test/serving'
import { TEXT_LIMIT } from './body-sizes'
import { queueLogIns, queueUploads } from './queues'

const screens: Record<string, ScreenDefinition> = {
  portal: { access: 'anyone', logsIn: true },
  login: { access: 'anyone', logsIn: true },
  contact: { access: 'anyone' },
  dashboard: { access: 'tutor', body: 'files' },
  'dashboard/timetable': { access: 'tutor', body: 'files' },
  'dashboard/notices/qqi': { access: 'tutor', body: 'files' },
  'dashboard/newsletter/new': { access: 'tutor', body: 'text' },
  'dashboard/calendar/new': { access: 'tutor' },
}
const routes = Object.entries(screens).map(([path, handle]) => [path, { id: path, path, module: { handle } }])
const build = { routes: Object.fromEntries(routes) }

let url: string
/** The requests that were let in and have no answer yet, unless they are answered at once. */
let inside: { path: string; end: () => void }[] = []
let atOnce = false
/** How many requests have reached the queue. */
let received = 0

async function begin(queue: RequestHandler) {
  inside = []
  atOnce = false
  received = 0
  const app = express()
  app.get('/ping', (_request, response) => void response.end())
  app.use((_request, _response, next) => {
    received += 1
    next()
  })
  app.use(drainUnreadBodies, queue)
  app.all('*', ({ path }, response) => {
    const end = () => {
      if (!response.headersSent) response.json({ isOverloaded: response.locals.isOverloaded })
    }
    if (atOnce) end()
    else inside.push({ path, end })
  })
  const served = await serve(app)
  url = served.url
  onTestFinished(async () => {
    letAllIn()
    await served.close()
  })
}

function letAllIn() {
  atOnce = true
  for (const { end } of inside) end()
  inside = []
}

/** Waits until `condition` holds, also on a busy machine. */
const until = (condition: () => void | Promise<void>) => vi.waitFor(condition, { timeout: 15_000 })
const isInside = (count: number) => until(() => expect(inside).toHaveLength(count))

// So long that a busy machine costs nobody a place.
const logInsOf = (maxDuration = 60_000) =>
  begin(queueLogIns(build, async ({ headers }) => headers.cookie === 'known', maxDuration))

/** Waits until `count` requests have arrived and queued. */
async function areReceived(count: number) {
  await until(() => expect(received).toBe(count))
  await fetch(`${url}/ping`)
}

const logIn = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { method: 'POST', headers })
const many = (count: number, path: string) => Array.from({ length: count }, () => logIn(path))

test('strangers go in four at a time, however the address is spelled; a known device and other pages need not wait', async () => {
  await logInsOf()
  const strangers = ['/portal', '/Login', '/api/login', '/portal.data', '/portal/', '/LOGIN/'].map((path) =>
    logIn(path),
  )
  await isInside(4)
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
  await isInside(7)
  letAllIn()
  for (const answer of await Promise.all([...strangers, ...others])) expect(answer.status).toBe(200)
})

test('beyond 32 that wait, a call is turned away, and the page’s form is told when its turn comes; beyond 200 it is, too', async () => {
  await logInsOf()
  const first = many(36, '/portal')
  await areReceived(36)
  expect(inside).toHaveLength(4)
  const refused = await logIn('/api/login')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect((await refused.json()).message).toContain('The website is busy with something else.')
  const late = many(200, '/portal')
  await areReceived(237)
  letAllIn()
  const outcomes = async (answers: Promise<Response>[]) =>
    Promise.all(
      answers.map(async (answer) =>
        (await answer).status === 503 ? 'turned away' : (await (await answer).json()).isOverloaded,
      ),
    )
  expect(new Set(await outcomes(first))).toEqual(new Set([false]))
  const turned = await outcomes(late)
  expect(turned.filter((one) => one === true)).toHaveLength(168)
  expect(turned.filter((one) => one === 'turned away')).toHaveLength(32)
})

test('the head of a log-in without its body takes nobody’s place', async () => {
  await logInsOf()
  const { hostname, port } = new URL(url)
  const slow = Array.from({ length: 60 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write('POST /portal HTTP/1.1\r\nHost: riverbank.test\r\nContent-Length: 20\r\n\r\nusername=')
    return socket
  })
  await Promise.all(slow.map((socket) => once(socket, 'ready')))
  const family = logIn('/portal')
  await isInside(1)
  for (const socket of slow.slice(0, 3)) socket.write('&password=x')
  await isInside(4)
  letAllIn()
  expect((await family).status).toBe(200)
  for (const socket of slow) socket.destroy()
})

test('more than a log-in can be is refused at once, whether it says so or not', async () => {
  await logInsOf()
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
  await logInsOf(100)
  const strangers = many(5, '/api/login')
  await isInside(5)
  letAllIn()
  await Promise.all(strangers)
})

const SIZE = 100_000
const photo = (size: number) => {
  const body = new FormData()
  body.append('file', new File(['x'.repeat(size)], 'photo.jpg'))
  return body
}
const whoMayAddFiles = async ({ headers }: express.Request) => Number(headers['x-tutor']) || null
const uploadsOf = (limits: Parameters<typeof queueUploads>[2] = {}) =>
  begin(queueUploads(build, whoMayAddFiles, { maxDuration: 60_000, ...limits }))
let tutors = 100
/** An upload of a tutor who sends nothing else, unless one is named; 0 for somebody who may not send files. */
const upload = (path: string, tutor = tutors++, size = SIZE) =>
  fetch(url + path, { method: 'POST', body: photo(size), headers: { 'X-Tutor': String(tutor) } })

test('uploads go in two at a time, in their order; other requests need not wait', async () => {
  await uploadsOf()
  const uploads = []
  for (const path of ['/dashboard/timetable.data', '/api/files/upload']) {
    uploads.push(upload(path))
    await isInside(uploads.length)
  }
  uploads.push(upload('/dashboard/notices/qqi'))
  const others = [
    // Refused for its size by whoever answers, in words that scripts and programs can read (body.ts).
    upload('/dashboard.data', 0),
    upload('/api/files/upload', 0),
    upload('/contact'),
    fetch(`${url}/dashboard`, { headers: { 'X-Tutor': '1' } }),
    fetch(`${url}/dashboard`, { method: 'POST', body: new URLSearchParams({ a: 'b' }), headers: { 'X-Tutor': '1' } }),
  ]
  await isInside(7)
  inside[0]?.end()
  await isInside(8)
  expect(inside[7]?.path).toBe('/dashboard/notices/qqi')
  letAllIn()
  for (const answer of await Promise.all([...uploads, ...others])) expect(answer.status).toBe(200)
})

test('what is larger than any text is refused in words to whoever may send no files, before it is read', async () => {
  await uploadsOf()
  for (const path of ['/dashboard', '/dashboard/timetable', '/dashboard/calendar/new']) {
    const refused = await upload(path, 0, TEXT_LIMIT)
    expect([path, refused.status]).toEqual([path, 413])
    expect(await refused.text()).toMatch(`href="${path}">Go back to the form`)
  }
  expect(inside).toEqual([])
  letAllIn()
  expect((await upload('/dashboard/newsletter/new', 0)).status).toBe(200)
  // Some proxies leave the length out; whoever reads it stops in time.
  const body = new Blob(['title=Tea']).stream()
  const unannounced = await fetch(`${url}/dashboard/calendar/new`, {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit)
  expect(unannounced.status).toBe(200)
})

test('one person’s uploads go in one after the other, and leave a place for others', async () => {
  await uploadsOf()
  const uploads = [upload('/dashboard', 1)]
  await isInside(1)
  uploads.push(upload('/dashboard/timetable', 1), upload('/api/files/upload', 1))
  uploads.push(upload('/dashboard/notices/qqi', 2))
  await isInside(2)
  expect(inside.map(({ path }) => path)).toEqual(['/dashboard', '/dashboard/notices/qqi'])
  letAllIn()
  for (const answer of await Promise.all(uploads)) expect(answer.status).toBe(200)
})

test('a place is given up after a while', async () => {
  await uploadsOf({ maxDuration: 300 })
  const uploads = [1, 2, 3].map(() => upload('/dashboard'))
  await isInside(3)
  letAllIn()
  await Promise.all(uploads)
})

describe('when too many bytes are announced, by all or by one person', () => {
  test.each([
    ['all', { maxWaiting: 2.5 * SIZE }, [1, 2], 3],
    ['one person', { maxPerPerson: 2.5 * SIZE }, [1, 1], 1],
  ])('by %s, the next is told when to come again, and how to get back', async (_, limits, [first, second], next) => {
    await uploadsOf(limits)
    const uploads = [upload('/dashboard', first)]
    await isInside(1)
    uploads.push(upload('/dashboard/timetable', second))
    // It is counted once a third is refused: of two at one moment, one alone.
    const page = await Promise.race([1, 2].map(() => upload('/dashboard/timetable', next)))
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '60'])
    expect(await page.text()).toMatch(/A lot of files are being added right now\..*href="\/dashboard\/timetable"/)
    expect(await (await upload('/api/files/upload', next)).json()).toEqual({
      message: 'A lot of files are being added right now. Please wait a minute and try again.',
    })
    const others = upload('/api/timetables', 4)
    letAllIn()
    await Promise.all(uploads)
    expect([200, 503]).toContain((await others).status)
  })
})

test('who only announces bytes holds up nobody else, and whoever goes away leaves the queue', async () => {
  await uploadsOf({ maxPerPerson: 1000 * SIZE })
  const { hostname, port } = new URL(url)
  const idle = Array.from({ length: 104 }, () => {
    const socket = connect(Number(port), hostname)
    socket
      .on('error', () => {})
      .write(
        `POST /dashboard HTTP/1.1\r\nHost: x\r\nX-Tutor: 7\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${SIZE}\r\n\r\n`,
      )
    return socket
  })
  await isInside(1)
  const others = upload('/dashboard/timetable', 8)
  await isInside(2)
  inside[1]?.end()
  expect((await others).status).toBe(200)
  for (const socket of idle) socket.destroy()
  const own = upload('/dashboard/notices/qqi', 7)
  await isInside(3)
  letAllIn()
  expect((await own).status).toBe(200)
})
