import { once } from 'node:events'
import { request } from 'node:http'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newFile } from '~/domain/files/schema'
import { newNewsletter } from '~/domain/newsletters/schema'
import { newNotice } from '~/domain/notices/schema'
import { newResource } from '~/domain/resources/schema'
import { contract } from '~/http/contract/contract.server'
import { getFormFields } from '~/http/forms/fields.server'
import { serve } from '~/test/serving'
import { collectBodyGarbage, FORM_LIMIT, getBodyLimit, getCallBodyLimit, TEXT_LIMIT, UPLOAD_LIMIT } from './bodies'

const bodies = contract.flatMap(({ calls }) => calls).flatMap(({ id, body }) => (body ? [{ id, ...body }] : []))

test.each(bodies.map(({ id, rules }) => [id, rules] as const))(
  '%s accepts every field at its maximum length, in any script, as JSON or as a form',
  (_, rules) => {
    const longest = [...getFormFields(rules)].map(([name, length]) => [name, '€'.repeat(length)])
    const sizes = [JSON.stringify(Object.fromEntries(longest)), String(new URLSearchParams(longest))].map((text) =>
      Buffer.byteLength(text),
    )
    expect(Math.max(...sizes)).toBeLessThan(getBodyLimit(rules))
  },
)

test('each call with a file takes one of 5 MB', () => {
  const calls = contract.flatMap(({ calls }) => calls).filter(({ body }) => body?.as === 'multipart/form-data')
  expect(calls.map((call) => [`${call.method} ${call.path}`, getCallBodyLimit(call) > 5 * 1024 * 1024])).toEqual([
    ['POST /api/newsletters/{id}/attachments', true],
    ['POST /api/files/upload', true],
    ['POST /api/qqi-images', true],
    ['POST /api/timetables', true],
  ])
})

test('only a form with a file may be as large as the overall limit', () => {
  expect(getBodyLimit(newFile)).toBe(UPLOAD_LIMIT)
  for (const rules of [newNotice, newResource, newNewsletter]) {
    expect(getBodyLimit(rules)).toBeGreaterThan(FORM_LIMIT)
    expect(getBodyLimit(rules)).toBeLessThan(TEXT_LIMIT)
  }
})

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
