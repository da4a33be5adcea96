import { once } from 'node:events'
import { connect } from 'node:net'
import express, { type RequestHandler } from 'express'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { BODY_TOO_LARGE } from '~/domain/refused'
import { drainUnreadBodies } from '~/http/middleware/request-checks'
import type { AccessLevel, ScreenDefinition } from '~/screen'
import { SecurityLog } from '~/security-log.server'
import { serve } from '~/test/serving'
import { TEXT_LIMIT } from './bodies'
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
  'dashboard/voice': { access: 'user', body: 'recording' },
}
const routes = Object.entries(screens).map(([path, handle]) => [path, { id: path, path, module: { handle } }])
const build = { routes: Object.fromEntries(routes) }

let url: string
/** Requests that were admitted and have no response yet, unless they are answered at once. */
let inside: { path: string; end: () => void }[] = []
let atOnce = false
/** The number of requests that reached the queue. */
let received = 0

async function startQueue(queue: RequestHandler) {
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
    admitAll()
    await served.close()
  })
}

function admitAll() {
  atOnce = true
  for (const { end } of inside) end()
  inside = []
}

/** Waits until `condition` holds, even on a busy machine. */
const until = (condition: () => void | Promise<void>) => vi.waitFor(condition, { timeout: 15_000 })
const isInside = (count: number) => until(() => expect(inside).toHaveLength(count))

// Long enough that no request loses its place on a busy machine.
const logInsOf = (maxDuration = 60_000) =>
  startQueue(queueLogIns(build, new SecurityLog(), async ({ headers }) => headers.cookie === 'known', maxDuration))

/** Waits until `count` requests have arrived and queued. */
async function waitForReceived(count: number) {
  await until(() => expect(received).toBe(count))
  await fetch(`${url}/ping`)
}

const logIn = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { method: 'POST', headers })
const many = (count: number, path: string) => Array.from({ length: count }, () => logIn(path))

test('four log-ins of unknown devices run at a time, however the address is spelled; known devices and other pages do not wait', async () => {
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
  admitAll()
  for (const answer of await Promise.all([...strangers, ...others])) expect(answer.status).toBe(200)
})

test('with 32 waiting, an API call is refused, and a form gets its refusal in turn; with 200, both are refused', async () => {
  await logInsOf()
  const first = many(36, '/portal')
  await waitForReceived(36)
  expect(inside).toHaveLength(4)
  const refused = await logIn('/api/login')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  expect((await refused.json()).message).toContain('The website is busy with something else.')
  const late = many(200, '/portal')
  await waitForReceived(237)
  admitAll()
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

test('a log-in without its body takes no place', async () => {
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
  admitAll()
  expect((await family).status).toBe(200)
  for (const socket of slow) socket.destroy()
})

test('a body too large for a log-in is refused at once, announced or not', async () => {
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
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining(BODY_TOO_LARGE)])
  }
})

const SIZE = 100_000
const photo = (size: number) => {
  const body = new FormData()
  body.append('file', new File(['x'.repeat(size)], 'photo.jpg'))
  return body
}
/** People with a number below zero are students; 0 is a visitor. */
const findSender = async ({ headers }: express.Request, access: AccessLevel) => {
  const number = Number(headers['x-sender'])
  if (number === 0) return 'logged out' as const
  return number > 0 || access === 'user' ? number : null
}
const uploadsOf = (limits: Parameters<typeof queueUploads>[2] = {}) =>
  startQueue(queueUploads(build, findSender, { maxDuration: 60_000, ...limits }))
let tutors = 100
/** Sends an upload as a new tutor, or as `sender`. */
const upload = (path: string, sender = tutors++, size = SIZE) =>
  fetch(url + path, { method: 'POST', body: photo(size), headers: { 'X-Sender': String(sender) } })
/** The same without a Content-Length. */
const uploadInChunks = (path: string, sender: number, size = SIZE) =>
  fetch(url + path, {
    method: 'POST',
    body: photoInChunks(size).body,
    duplex: 'half',
    headers: { 'X-Sender': String(sender), 'Content-Type': 'multipart/form-data; boundary=x' },
  } as RequestInit)
const photoInChunks = (size: number) => new Response(photo(size))

test('two uploads run at a time, in order; other requests do not wait', async () => {
  await uploadsOf()
  const uploads = []
  for (const path of ['/dashboard/timetable.data', '/api/files/upload']) {
    uploads.push(upload(path))
    await isInside(uploads.length)
  }
  uploads.push(upload('/dashboard/notices/qqi'))
  const others = [
    // Refused for its size by the route itself, in a format that scripts and programs can read (body.ts).
    upload('/dashboard.data', 0),
    upload('/api/files/upload', 0),
    upload('/contact'),
    fetch(`${url}/dashboard`, { headers: { 'X-Sender': '1' } }),
    fetch(`${url}/dashboard`, { method: 'POST', body: new URLSearchParams({ a: 'b' }), headers: { 'X-Sender': '1' } }),
    // Refused by its role.
    upload('/dashboard', -1),
  ]
  await isInside(8)
  inside[0]?.end()
  await isInside(9)
  expect(inside[8]?.path).toBe('/dashboard/notices/qqi')
  admitAll()
  for (const answer of await Promise.all([...uploads, ...others])) expect(answer.status).toBe(200)
})

test('a visitor’s body larger than any text is refused with a message before it is read', async () => {
  await uploadsOf()
  for (const path of ['/dashboard', '/dashboard/timetable', '/dashboard/voice']) {
    const refused = await upload(path, 0, TEXT_LIMIT)
    expect([path, refused.status]).toEqual([path, 401])
    expect(await refused.text()).toMatch(`href="${path}">Go back to the form`)
  }
  expect(inside).toEqual([])
  admitAll()
  expect((await upload('/dashboard/newsletter/new', 0)).status).toBe(200)
})

test('a student’s recordings run one after another, with a length and in chunks; larger ones are left to the route', async () => {
  await uploadsOf()
  const uploads = [upload('/dashboard/voice', -1)]
  await isInside(1)
  uploads.push(uploadInChunks('/dashboard/voice', -1), uploadInChunks('/dashboard/voice', -2))
  await isInside(2)
  uploads.push(upload('/dashboard/voice', -3))
  const tooLarge = upload('/dashboard/voice', -1, 4 * 1024 ** 2)
  await isInside(3)
  inside[0]?.end()
  await isInside(4)
  admitAll()
  for (const answer of await Promise.all([...uploads, tooLarge])) expect(answer.status).toBe(200)
})

test('a place is released after a while', async () => {
  await uploadsOf({ maxDuration: 300 })
  const uploads = [1, 2, 3].map(() => upload('/dashboard'))
  await isInside(3)
  admitAll()
  await Promise.all(uploads)
})

describe('with too many bytes announced, in all or by one person', () => {
  test.each([
    ['all', { maxWaiting: 2.5 * SIZE }, [1, 2], 3],
    ['one person', { maxPerPerson: 2.5 * SIZE }, [1, 1], 1],
  ])('from %s, the next one gets Retry-After and a link back', async (_, limits, [first, second], next) => {
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
    admitAll()
    await Promise.all(uploads)
    expect([200, 503]).toContain((await others).status)
  })
})

test('bytes that never arrive block no one else, and a client that leaves is removed from the queue', async () => {
  await uploadsOf({ maxPerPerson: 1000 * SIZE })
  const { hostname, port } = new URL(url)
  const idle = Array.from({ length: 104 }, () => {
    const socket = connect(Number(port), hostname)
    socket
      .on('error', () => {})
      .write(
        `POST /dashboard HTTP/1.1\r\nHost: x\r\nX-Sender: 7\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${SIZE}\r\n\r\n`,
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
  admitAll()
  expect((await own).status).toBe(200)
})
