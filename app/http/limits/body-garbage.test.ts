import { once } from 'node:events'
import { request } from 'node:http'
import express, { type RequestHandler } from 'express'
import { expect, test } from 'vitest'
import { serve } from '~/test/serving'
import { collectBodyGarbage } from './body-garbage'

const MEGABYTE = 1024 * 1024

/** Sends 100 MB to a server that reads and forgets them, and returns the most memory of buffers meanwhile, in MB. */
async function measureBuffers(...handlers: RequestHandler[]): Promise<number> {
  const app = express()
  app.use(...handlers, (request, response) => void request.resume().on('end', () => response.end()))
  const served = await serve(app)
  globalThis.gc!()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const body = request(served.url, { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } })
  body.on('response', (response) => response.resume())
  const chunk = Buffer.alloc(64 * 1024)
  for (let sent = 0; sent < 100 * MEGABYTE; sent += chunk.length) {
    if (!body.write(chunk)) await once(body, 'drain')
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }
  const closed = once(body, 'close')
  body.end()
  await closed
  await served.close()
  return (most - before) / MEGABYTE
}

test('the buffers of a large body are collected while it arrives', async () => {
  expect(await measureBuffers()).toBeGreaterThan(40)
  expect(await measureBuffers(collectBodyGarbage())).toBeLessThan(30)
})
