import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { unreadBodies } from '~/http/gate/gate'
import { uploadsInTurn } from './uploads-in-turn'

let server: Server
let url: string
/** The requests that were let in and have no response yet. */
let inside: { path: string; end: () => void }[] = []
let atOnce = false

async function serve(limits: Parameters<typeof uploadsInTurn>[1] = {}) {
  inside = []
  atOnce = false
  const app = express()
  const whoMayAddFiles = async ({ headers }: express.Request) => Number(headers['x-tutor']) || null
  app.use(unreadBodies, uploadsInTurn(whoMayAddFiles, { longestPlace: 60_000, ...limits }))
  app.all('*', ({ path }, response) => {
    const end = () => void response.end('done')
    if (atOnce) end()
    else inside.push({ path, end })
  })
  server = createServer(app)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(async () => {
  letAllIn()
  const closed = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await closed
})

function letAllIn() {
  atOnce = true
  for (const { end } of inside) end()
}

const isInside = (count: number) => vi.waitFor(() => expect(inside).toHaveLength(count), 10_000)
const SIZE = 100_000
const photo = () => {
  const body = new FormData()
  body.append('file', new File(['x'.repeat(SIZE)], 'photo.jpg'))
  return body
}
let tutors = 100
/** An upload of a tutor who sends nothing else, unless one is named; 0 for somebody who may not send files. */
const upload = (path: string, tutor = tutors++) =>
  fetch(url + path, { method: 'POST', body: photo(), headers: { 'X-Tutor': String(tutor) } })

test('uploads go in two at a time, in their order; other requests need not wait', async () => {
  await serve()
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

test('what is larger than its sender may send to a page of the portal is refused in words before it is read', async () => {
  await serve()
  for (const [path, tutor] of [
    ['/dashboard', 0],
    ['/dashboard/timetable', 0],
    ['/dashboard/calendar/new', 1],
  ] as const) {
    const refused = await upload(path, tutor)
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
  await serve()
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
  await serve({ longestPlace: 300 })
  const uploads = [1, 2, 3].map(() => upload('/dashboard'))
  await isInside(3)
  letAllIn()
  await Promise.all(uploads)
})

describe('when too many bytes are announced, by all or by one person', () => {
  test.each([
    ['all', { mostWaiting: 2.5 * SIZE }, [1, 2], 3],
    ['one person', { mostOfOne: 2.5 * SIZE }, [1, 1], 1],
  ])('by %s, the next is told when to come again, and how to get back', async (_, limits, [first, second], next) => {
    await serve(limits)
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
  await serve({ mostOfOne: 1000 * SIZE })
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
