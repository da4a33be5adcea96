import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createTemporaryFolder } from '~/test/folder'
import { createFileResponse, createTextResponse, readRequestedPage } from './file-answer.server'

let path: string
beforeAll(async () => {
  const folder = createTemporaryFolder()
  path = join(folder.path, 'week')
  await writeFile(path, '0123456789')
  return folder[Symbol.dispose]
})

async function get(
  headers: Record<string, string> = {},
  { method = 'GET', query = '', fileType = 'application/pdf', fileName = 'week.pdf' } = {},
) {
  const request = new Request(`http://riverbank.test/files/1${query}`, { method, headers })
  const handle = await open(path)
  const answer = await createFileResponse(request, { handle, fileType, fileName })
  const text = await answer.text()
  // A read of the closed handle must fail.
  await expect(handle.stat()).rejects.toThrow()
  return { status: answer.status, text, headers: answer.headers }
}

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=0-1,8-9', 200, '0123456789', null],
  ['bytes=x', 200, '0123456789', null],
])('the range %s gets %d', async (range, status, text, contentRange) => {
  const answer = await get({ Range: range })
  expect([answer.status, answer.text, answer.headers.get('Content-Range')]).toEqual([status, text, contentRange])
})

test('a range for another version gets the whole file', async () => {
  const tag = (await get()).headers.get('ETag') ?? ''
  expect((await get({ Range: 'bytes=0-3', 'If-Range': tag })).status).toBe(206)
  expect((await get({ Range: 'bytes=0-3', 'If-Range': '"another"' })).status).toBe(200)
})

test('a client with the same bytes gets 304', async () => {
  const { headers } = await get()
  const answer = await get({ 'If-None-Match': headers.get('ETag') ?? '' })
  expect([answer.status, answer.text]).toEqual([304, ''])
  expect((await get({ 'If-None-Match': '"another"' })).status).toBe(200)
})

test('HEAD gets the headers only', async () => {
  const answer = await get({}, { method: 'HEAD' })
  expect([answer.status, answer.text, answer.headers.get('Content-Length')]).toEqual([200, '', '10'])
})

const text = (words: string, headers: Record<string, string> = {}) =>
  createTextResponse(new Request('http://riverbank.test/news/feed', { headers }), words, {
    'Content-Type': 'text/plain',
  })

test.each([
  ['?page=2&width=720', { of: 'page', number: 2, width: 720 }],
  ['?picture=3&width=1441', undefined],
  ['?picture=../1&width=720', undefined],
  ['?width=720', undefined],
])('%s requests a picture of a document', (query, requested) => {
  expect(readRequestedPage(new Request(`http://riverbank.example/files/1${query}`))).toEqual(requested)
})

test('a text has an ETag, and a client with the same text gets 304', async () => {
  const first = text('June news')
  expect([first.status, await first.text()]).toEqual([200, 'June news'])
  const tag = first.headers.get('ETag') ?? ''
  expect(tag).toMatch(/^W\/".+"$/)
  const again = text('June news', { 'If-None-Match': tag })
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
})

test('a changed text is sent again, and so is any text to a request with no-cache', async () => {
  const tag = text('June news').headers.get('ETag') ?? ''
  const changed = text('July news', { 'If-None-Match': tag })
  expect([changed.status, await changed.text()]).toEqual([200, 'July news'])
  expect(text('June news', { 'If-None-Match': tag, 'Cache-Control': 'no-cache' }).status).toBe(200)
})
