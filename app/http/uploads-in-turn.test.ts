import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, expect, test, vi } from 'vitest'
import { unreadBodies } from './gate'
import { uploadsInTurn } from './uploads-in-turn'

let server: Server
let url: string
/** The requests that were let in and have no response yet. */
let inside: { path: string; end: () => void }[] = []
let atOnce = false

async function serve(limits: Parameters<typeof uploadsInTurn>[0] = {}) {
  inside = []
  atOnce = false
  const app = express()
  app.use(unreadBodies, uploadsInTurn({ longestPlace: 60_000, ...limits }))
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
function upload(path: string) {
  const body = new FormData()
  body.append('file', new File(['x'.repeat(100_000)], 'photo.jpg'))
  return fetch(url + path, { method: 'POST', body })
}

test('uploads go in two at a time, in their order; other requests need not wait', async () => {
  await serve()
  const uploads = []
  for (const path of ['/dashboard/timetable.data', '/api/files/upload']) {
    uploads.push(upload(path))
    await isInside(uploads.length)
  }
  uploads.push(upload('/dashboard/notices/qqi'))
  const others = [
    upload('/contact'),
    fetch(`${url}/dashboard`),
    fetch(`${url}/dashboard`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) }),
  ]
  await isInside(5)
  inside[0]?.end()
  await isInside(6)
  expect(inside[5]?.path).toBe('/dashboard/notices/qqi')
  letAllIn()
  for (const answer of await Promise.all([...uploads, ...others])) expect(answer.status).toBe(200)
})

test('a place is given up after a while', async () => {
  await serve({ longestPlace: 300 })
  const uploads = [1, 2, 3].map(() => upload('/dashboard'))
  await isInside(3)
  letAllIn()
  await Promise.all(uploads)
})

test('when too many wait, the next is told when to come again, and how to get back', async () => {
  await serve({ mostWaiting: 1 })
  const uploads = []
  for (const count of [1, 2]) {
    uploads.push(upload('/dashboard'))
    await isInside(count)
  }
  uploads.push(upload('/dashboard/timetable'), upload('/dashboard/timetable'))
  const page = await Promise.race(uploads.slice(2))
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '60'])
  expect(await page.text()).toMatch(/A lot of files are being added right now\..*href="\/dashboard\/timetable"/)
  expect(await (await upload('/api/files/upload')).json()).toEqual({
    message: 'A lot of files are being added right now. Please wait a minute and try again.',
  })
  letAllIn()
  await Promise.all(uploads)
})
