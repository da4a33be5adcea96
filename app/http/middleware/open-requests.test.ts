import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trackOpenRequests } from './open-requests'

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
