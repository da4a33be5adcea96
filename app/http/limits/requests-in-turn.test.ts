import { once } from 'node:events'
import { connect } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serve } from '~/test/serving'
import { queueRequests } from './requests-in-turn'

/** A server whose responses wait until `answer` is called; `inside` has the paths of the running requests. */
async function startServer(options: Parameters<typeof queueRequests>[0]) {
  const atWork = new Map<string, () => void>()
  const app = express().set('trust proxy', true).use(queueRequests(options))
  app.all('*', (request, response) => {
    atWork.set(request.path, () => response.end('done'))
  })
  const { url, port, close } = await serve(app)
  onTestFinished(close)
  return {
    port,
    inside: () => [...atWork.keys()],
    answer: () => {
      for (const [path, end] of atWork) {
        atWork.delete(path)
        end()
      }
    },
    ask: (path: string, network = '192.0.2.1') => fetch(url + path, { headers: { 'X-Forwarded-For': network } }),
  }
}

test('a few requests run at once, the others follow in order', async () => {
  const { ask, inside, answer } = await startServer({ concurrency: 2 })
  const requested = ['/1', '/2', '/3', '/4'].map((path) => ask(path))
  await vi.waitFor(() => expect(inside()).toEqual(['/1', '/2']))
  answer()
  await vi.waitFor(() => expect(inside()).toEqual(['/3', '/4']))
  answer()
  for (const { status } of await Promise.all(requested)) expect(status).toBe(200)
})

test('with too many waiting, the next one is refused, as a page or as JSON, and its connection is closed', async () => {
  const { ask, inside, answer } = await startServer({ concurrency: 1, maxWaiting: 1 })
  const requested = [ask('/1'), ask('/2')]
  await vi.waitFor(() => expect(inside()).toEqual(['/1']))
  const page = await ask('/3')
  const { headers } = page
  expect([page.status, headers.get('Retry-After'), headers.get('Connection')]).toEqual([503, '5', 'close'])
  expect(await page.text()).toContain('<h1>A lot of people are here right now.')
  expect(await (await ask('/api/events')).json()).toEqual({
    message: 'A lot of people are here right now. Please wait a few seconds and try again.',
  })
  answer()
  await vi.waitFor(() => expect(inside()).toEqual(['/2']))
  answer()
  await Promise.all(requested)
})

test('one network does not block the others', async () => {
  const { ask, inside, answer } = await startServer({ concurrency: 1, maxPerNetwork: 1 })
  const requested = [ask('/1'), ask('/2')]
  await vi.waitFor(() => expect(inside()).toEqual(['/1']))
  expect((await ask('/3')).status).toBe(503)
  const other = ask('/4', '198.51.100.1')
  answer()
  await vi.waitFor(() => expect(inside()).toEqual(['/2']))
  answer()
  await vi.waitFor(() => expect(inside()).toEqual(['/4']))
  answer()
  expect((await other).status).toBe(200)
  await Promise.all(requested)
})

test('a slow response releases its place, and a form that has not arrived takes none', async () => {
  const { ask, port, inside, answer } = await startServer({ concurrency: 1, maxDuration: 50 })
  const slow = connect(port, '127.0.0.1')
  slow.write('POST /form HTTP/1.1\r\nHost: riverbank\r\nContent-Length: 4\r\n\r\na=')
  const requested = [ask('/1'), ask('/2')]
  await vi.waitFor(() => expect(inside()).toEqual(['/1', '/2']))
  slow.write('12')
  await vi.waitFor(() => expect(inside()).toEqual(['/1', '/2', '/form']))
  answer()
  await once(slow, 'data')
  slow.destroy()
  await Promise.all(requested)
})
