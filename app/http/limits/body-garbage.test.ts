import { once } from 'node:events'
import { request } from 'node:http'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serve } from '~/test/serving'
import { collectBodyGarbage } from './body-garbage'

const MEGABYTE = 1024 * 1024

/** Sends a body to a server that reads and forgets it. Returns how often buffers were collected meanwhile. */
async function countCollections(url: string, bytes: number, headers: Record<string, string | number>): Promise<number> {
  const collect = vi.spyOn(globalThis as unknown as { gc: (options: object) => void }, 'gc')
  const sent = request(url, { method: 'POST', headers })
  sent.on('response', (response) => response.resume())
  const closed = once(sent, 'close')
  for (let left = bytes; left > 0; left -= MEGABYTE)
    if (!sent.write(Buffer.alloc(Math.min(left, MEGABYTE)))) await once(sent, 'drain')
  sent.end()
  await closed
  const { length } = collect.mock.calls.filter(([options]) => JSON.stringify(options) === '{"type":"minor"}')
  collect.mockRestore()
  return length
}

test('buffers are collected while a large body arrives', async () => {
  const app = express()
  app.use(collectBodyGarbage(), (asked, response) => void asked.resume().on('end', () => response.end()))
  const { url, close } = await serve(app)
  onTestFinished(close)
  expect(await countCollections(url, 200 * MEGABYTE, { 'Transfer-Encoding': 'chunked' })).toBeGreaterThan(3)
  expect(await countCollections(url, 200 * MEGABYTE, { 'Content-Length': 200 * MEGABYTE })).toBeGreaterThan(3)
  expect(await countCollections(url, 10_000, { 'Content-Length': 10_000 })).toBe(0)
})
